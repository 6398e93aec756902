import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';

/** Counts the reloads of the open screen; the frame draws the screen anew for each. */
export const useReloads = create<{ count: number }>(() => ({ count: 0 }));

/** Clicking the menu entry of the current route (specification §2): the screen starts anew and everything on it is read again. */
export function reloadScreen(queries: QueryClient): void {
  void queries.invalidateQueries();
  useReloads.setState(({ count }) => ({ count: count + 1 }));
}
