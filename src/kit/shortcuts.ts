import { useEffect } from 'react';
import { create } from 'zustand';

/** Keys that work together, under the name of what they work in. */
export interface ShortcutGroup {
  readonly name: string;
  /** Which keys, and what they do. */
  readonly keys: readonly (readonly [keys: string, does: string])[];
}

const useAnnounced = create<{ groups: readonly ShortcutGroup[] }>(() => ({ groups: [] }));

/** Announces keys while the component that listens to them is in view; `group` is declared beside the listener, once. */
export function useShortcuts(group: ShortcutGroup): void {
  useEffect(() => {
    useAnnounced.setState(({ groups }) => ({ groups: [...groups, group] }));
    return () =>
      useAnnounced.setState(({ groups }) => {
        const at = groups.lastIndexOf(group);
        return { groups: groups.filter((_, index) => index !== at) };
      });
  }, [group]);
}

/** The keys that work now, each group once. */
export function useWorkingShortcuts(): readonly ShortcutGroup[] {
  const groups = useAnnounced((state) => state.groups);
  return [...new Set(groups)];
}
