import { create } from 'zustand';

/** Calls running that do not hide the loading; the wire counts them, the overlay 加载中... is up while there are any (specification §9). */
export const useActivity = create<{ running: number }>(() => ({ running: 0 }));

/** Takes the wire's count. */
export function setActivity(running: number): void {
  useActivity.setState({ running });
}
