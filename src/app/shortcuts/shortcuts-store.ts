import { create } from 'zustand';

/** Whether the sheet of shortcuts is open. */
export const useShortcutsOpen = create<{ open: boolean }>(() => ({ open: false }));

export function openShortcuts(): void {
  useShortcutsOpen.setState({ open: true });
}

export function closeShortcuts(): void {
  useShortcutsOpen.setState({ open: false });
}
