import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import styles from './tabs.module.css';

/** One thing to choose in a menu of the strip. */
export interface MenuChoice {
  readonly key: string;
  readonly words: ReactNode;
  readonly hint?: string;
  readonly run: () => unknown;
  readonly off?: boolean;
  /** It is what is in view. */
  readonly current?: boolean;
}

interface StripMenuProps {
  label: string;
  /** Where it opens, in the window. */
  x: number;
  y: number;
  choices: readonly MenuChoice[];
  leave: () => void;
}

/** A menu of the strip; gone with Escape, a choice, or a press elsewhere. */
export function StripMenu({ label, x, y, choices, leave }: StripMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = menu.current;
    box?.showPopover();
    (box?.querySelector<HTMLElement>('[aria-current]') ?? box?.querySelector('button'))?.focus();
  }, []);
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
      aria-label={label}
      tabIndex={-1}
      className={styles.menu}
      popover="auto"
      style={{ left: Math.min(x, innerWidth - 248), top: y }}
      onToggle={(event) => event.newState === 'closed' && leave()}
      onKeyDown={onKeyDown}
    >
      {choices.map(({ key, words, hint, run, off, current }) => (
        <button
          key={key}
          type="button"
          role="menuitem"
          disabled={off}
          aria-current={current ? 'page' : undefined}
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
