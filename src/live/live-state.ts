import { create } from 'zustand';

/** Whether the live connection of this page is open: who is told of changes need not ask. */
export const useLive = create<{ readonly open: boolean }>(() => ({ open: false }));

/** The connection has opened, or is down: broken off, resting, or none at all. */
export function setLive(open: boolean): void {
  if (useLive.getState().open !== open) useLive.setState({ open });
}
