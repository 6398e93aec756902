import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { forgetAll } from '#src/engine/query-keys.ts';
import { useTabs } from '../tabs/tabs-store.ts';

/** Counts the reloads of the open screen; the frame draws the screen anew for each. */
export const useReloads = create<{ count: number }>(() => ({ count: 0 }));

/** Clicking the menu entry of the current route (specification §2): the screen starts anew and everything on it is read again. */
export function reloadScreen(queries: QueryClient): void {
  // A form on it opens anew, and so reads its record by itself.
  void forgetAll(queries);
  // What somebody has agreed to lose is lost with it: what they type from now on is guarded again.
  useTabs.setState({ released: null });
  useReloads.setState(({ count }) => ({ count: count + 1 }));
}
