import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { screenTitle } from '#src/engine/screen-title.ts';
import { useApp } from '../app-context.tsx';
import { preload } from '../routing/router.tsx';
import { StripMenu } from './strip-menu.tsx';
import { homePath, type Tab } from './tab-list.ts';
import { TabMenu } from './tab-menu.tsx';
import styles from './tabs.module.css';
import { useTabs } from './tabs-store.ts';
import { useTabActions } from './use-tab-actions.ts';
import { useTabKeys } from './use-tab-keys.ts';

/**
 * The open pages of the office, under the top bar: arrows move, Delete closes, Shift+F10 opens the menu. Where they do
 * not all fit, a button lists them. From anywhere Alt+W closes the page in view, Alt+PageUp and Alt+PageDown turn pages.
 */
export function TabStrip() {
  const list = useTabs((state) => state.list);
  const current = useTabs((state) => state.current);
  const unsaved = useTabs((state) => state.unsaved);
  const { rows } = useApp();
  const actions = useTabActions();
  const [menu, setMenu] = useState<{ tab: Tab | null; x: number; y: number } | null>(null);
  const strip = useRef<HTMLDivElement>(null);
  const crowded = useCrowded(strip, list);
  useTabKeys(actions);
  useEffect(() => {
    // What comes into view by another way is shown in the strip, too.
    if (current)
      strip.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [current, list.length, crowded]);
  if (list.length === 0) return null;
  const titleOf = (tab: Tab) =>
    screenTitle(rows.find((row) => row.path === tab.path)?.title ?? '', new URL(tab.address, location.origin).search);

  const onKeyDown = (event: KeyboardEvent, tab: Tab) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -list.length, End: list.length }[event.key];
    if (step !== undefined) focusTab(strip.current, stepFrom(list.indexOf(tab), step, list.length));
    else if (event.key === 'Delete' && tab.key !== homePath)
      void actions.close(tab).then(() => focusCurrent(strip.current));
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) setMenu(besideOf(event, tab));
    else return;
    event.preventDefault();
  };
  const onMenu = (event: MouseEvent, tab: Tab) => {
    event.preventDefault();
    setMenu({ tab, x: event.clientX, y: event.clientY });
  };
  const leave = () => {
    setMenu(null);
    focusCurrent(strip.current);
  };
  const onMiddle = (event: MouseEvent, tab: Tab) => {
    if (event.button === 1 && tab.key !== homePath) void actions.close(tab);
  };
  return (
    <nav className={styles.bar} aria-label="打开的页面">
      <div ref={strip} className={styles.strip} role="tablist" aria-label="打开的页面">
        {list.map((tab) => {
          const title = titleOf(tab);
          const selected = tab.key === current;
          return (
            <div
              key={tab.key}
              role="presentation"
              className={styles.tab}
              data-selected={selected || undefined}
              onAuxClick={(event) => onMiddle(event, tab)}
              onContextMenu={(event) => onMenu(event, tab)}
            >
              <button
                type="button"
                role="tab"
                aria-selected={selected}
                aria-controls="content"
                aria-haspopup="menu"
                tabIndex={selected ? 0 : -1}
                title={tab.name ? `${title} ${tab.name}` : undefined}
                onClick={() => !selected && actions.open(tab)}
                onKeyDown={(event) => onKeyDown(event, tab)}
                onPointerEnter={() => preload(tab.path)}
              >
                {tab.name || title}
                {unsaved.includes(tab.key) && <i className={styles.unsaved} role="img" aria-label="有未保存的修改" />}
              </button>
              {tab.key !== homePath && (
                // For the pointer alone: the keyboard closes with Delete, said in the tab's menu.
                <span className={styles.close} aria-hidden="true" onClick={() => void actions.close(tab)}>
                  <svg viewBox="0 0 12 12">
                    <path d="M3 3l6 6M9 3l-6 6" />
                  </svg>
                </span>
              )}
            </div>
          );
        })}
      </div>
      {crowded && (
        <button
          type="button"
          className={styles.more}
          aria-label={`全部 ${list.length} 个页面`}
          aria-haspopup="menu"
          onClick={(event) => setMenu(besideOf(event, null))}
        >
          {list.length}
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path d="M3 4.5l3 3 3-3" />
          </svg>
        </button>
      )}
      {menu &&
        (menu.tab ? (
          <TabMenu {...menu} tab={menu.tab} list={list} actions={actions} leave={leave} />
        ) : (
          <StripMenu
            {...menu}
            label="全部页面"
            leave={leave}
            choices={list.map((tab) => ({
              key: tab.key,
              words: [titleOf(tab), tab.name].filter(Boolean).join(' '),
              hint: unsaved.includes(tab.key) ? '未保存' : '',
              run: () => tab.key !== current && actions.open(tab),
              current: tab.key === current,
            }))}
          />
        ))}
    </nav>
  );
}

/** Do the tabs not all fit? */
function useCrowded(strip: RefObject<HTMLElement | null>, list: readonly Tab[]): boolean {
  const [crowded, setCrowded] = useState(false);
  useLayoutEffect(() => {
    const box = strip.current;
    if (!box) return undefined;
    const measure = () => setCrowded(box.scrollWidth > box.clientWidth);
    measure();
    const watch = new ResizeObserver(measure);
    for (const element of [box, ...box.children]) watch.observe(element);
    return () => watch.disconnect();
  }, [strip, list]);
  return crowded;
}

function stepFrom(at: number, step: number, count: number): number {
  return Math.abs(step) === count ? (step > 0 ? count - 1 : 0) : (at + step + count) % count;
}

function focusTab(strip: HTMLElement | null, at: number): void {
  strip?.querySelectorAll<HTMLElement>('[role="tab"]')[at]?.focus();
}

function focusCurrent(strip: HTMLElement | null): void {
  strip?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
}

function besideOf(event: KeyboardEvent | MouseEvent, tab: Tab | null): { tab: Tab | null; x: number; y: number } {
  const { left, bottom } = event.currentTarget.getBoundingClientRect();
  return { tab, x: left, y: bottom };
}
