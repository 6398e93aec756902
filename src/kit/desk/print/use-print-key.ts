import { useEffect, useEffectEvent } from 'react';
import { type ShortcutGroup, useShortcuts } from '../../shortcuts.ts';

/** Ctrl+P does this instead of printing the page as it stands on the screen; in a dialog it does nothing. */
export function usePrintKey(onPress: () => void): void {
  useShortcuts(shortcuts);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'p') return;
    event.preventDefault();
    if (!event.repeat && !isInDialog(event.target)) onPress();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const shortcuts: ShortcutGroup = { name: '单据', keys: [['Ctrl P', '打印']] };

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"], dialog') !== null;
}
