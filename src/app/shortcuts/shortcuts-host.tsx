import { useEffect } from 'react';
import { type ShortcutGroup, useShortcuts } from '#src/kit/shortcuts.ts';
import { useLatePart } from '../tasks/use-late-part.ts';
import { closeShortcuts, openShortcuts, useShortcutsOpen } from './shortcuts-store.ts';

/** The place of the sheet of shortcuts in the frame; `?` opens it wherever nobody is typing. */
export function ShortcutsHost() {
  const open = useShortcutsOpen((state) => state.open);
  const part = useLatePart(open, loadSheet, closeShortcuts);
  useShortcuts(shortcuts);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      openShortcuts();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return open && part ? <part.ShortcutsSheet onClose={closeShortcuts} /> : null;
}

const loadSheet = () => import('./shortcuts-sheet.tsx');

const shortcuts: ShortcutGroup = {
  name: '任何地方',
  keys: [
    ['Ctrl K', '打开界面、单据、商品，或做一件事'],
    ['?', '快捷键'],
  ],
};

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"], dialog') !== null)
  );
}
