import { type KeyboardEvent, useEffect, useRef } from 'react';
import { homePath, keysBeside, type Tab } from './tab-list.ts';
import styles from './tabs.module.css';
import type { TabActions } from './use-tab-actions.ts';

interface TabMenuProps {
  tab: Tab;
  /** Where it opens, in the window. */
  x: number;
  y: number;
  list: readonly Tab[];
  actions: TabActions;
  leave: () => void;
}

/** The menu of one tab; gone with Escape, a choice, or a press elsewhere. */
export function TabMenu({ tab, x, y, list, actions, leave }: TabMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = menu.current;
    box?.showPopover();
    box?.querySelector('button')?.focus();
  }, []);
  const isHome = tab.key === homePath;
  const none = (which: 'others' | 'right') => keysBeside(list, tab.key, which).length === 0;
  const entries = [
    { words: '重新载入', run: () => actions.reload(tab), off: false },
    { words: '关闭', hint: 'Delete', run: () => actions.close(tab), off: isHome },
    { words: '关闭其他', run: () => actions.closeBeside(tab, 'others'), off: none('others') },
    { words: '关闭右侧', run: () => actions.closeBeside(tab, 'right'), off: none('right') },
  ];
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = Array.from(menu.current?.querySelectorAll<HTMLElement>('button:enabled') ?? []);
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) buttons.at(to % buttons.length)?.focus();
    else if (event.key === 'Tab') leave();
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={menu}
      role="menu"
      aria-label={`${tab.name || '页面'} 的菜单`}
      tabIndex={-1}
      className={styles.menu}
      popover="auto"
      style={{ left: Math.min(x, innerWidth - 168), top: y }}
      onToggle={(event) => event.newState === 'closed' && leave()}
      onKeyDown={onKeyDown}
    >
      {entries.map(({ words, hint, run, off }) => (
        <button
          key={words}
          type="button"
          role="menuitem"
          disabled={off}
          onClick={() => {
            leave();
            void run();
          }}
        >
          {words}
          {hint && <kbd>{hint}</kbd>}
        </button>
      ))}
    </div>
  );
}
