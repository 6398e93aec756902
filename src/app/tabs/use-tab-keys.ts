import { useEffect, useEffectEvent } from 'react';
import { type ShortcutGroup, useShortcuts } from '#src/kit/shortcuts.ts';
import { homePath, type Tab } from './tab-list.ts';
import { useTabs } from './tabs-store.ts';
import type { TabActions } from './use-tab-actions.ts';

/** Alt+W closes the page in view, Alt+PageUp and Alt+PageDown turn to the one beside it; a dialog in the way is answered first. */
export function useTabKeys(actions: TabActions): void {
  useShortcuts(shortcuts);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isInTheWay(event.target)) return;
    const { list, current } = useTabs.getState();
    const at = list.findIndex((tab) => tab.key === current);
    const step = { PageUp: -1, PageDown: 1 }[event.key];
    const beside: Tab | undefined = step === undefined ? undefined : list.at((at + step) % list.length);
    const open = list[at];
    // By its place: with Alt held, the key says other letters on some keyboards.
    if (event.code === 'KeyW' && open && open.key !== homePath) void actions.close(open);
    else if (beside && beside !== open) actions.open(beside);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const shortcuts: ShortcutGroup = {
  name: '打开的页面',
  keys: [
    ['Alt W', '关闭当前页'],
    ['Alt PageUp', '左边一页'],
    ['Alt PageDown', '右边一页'],
  ],
};

function isInTheWay(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"], dialog, [popover]') !== null
  );
}
