import { useQueryClient } from '@tanstack/react-query';
import { type CSSProperties, lazy, type MouseEvent, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { icons } from '../menu/icons.ts';
import type { MenuEntry } from '../menu/menu-tree.ts';
import { preload } from '../routing/router.tsx';
import { useTabs } from '../tabs/tabs-store.ts';
import { mayLose } from '../tabs/use-tab-actions.ts';
import styles from './menu.module.css';
import { closeDrawer, openGroup, openGroups, toggleGroup, useMenuOpen } from './menu-open.ts';
import { reloadScreen } from './reload.ts';
import { useEscape } from './use-escape.ts';

const SecondEntry = lazy(async () => ({ default: (await import('./second-entry.tsx')).SecondEntry }));

interface MenuProps {
  entries: readonly MenuEntry[];
  lit: MenuEntry | null;
  group: MenuEntry | null;
  /** Only the marks are shown; a group's entries come beside it. */
  closed: boolean;
}

/** The left menu (specification §1, §2), drawn from the server's tree. */
export function Menu({ entries, lit, group, closed }: MenuProps) {
  const groups = useMenuOpen((state) => state.groups);
  const [beside, setBeside] = useState<Beside | null>(null);
  const { pathname } = useLocation();
  const groupName = group?.name;
  useEffect(() => {
    if (groupName !== undefined) openGroup(groupName);
  }, [groupName]);

  const list = useRef<HTMLUListElement>(null);
  const litId = lit?.id;
  const inView = groupName === undefined || groups.includes(groupName);
  useEffect(() => {
    // A long menu stands where its person left it, and the screen may have been reached by another way.
    if (litId !== undefined && inView)
      list.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [litId, inView]);

  // What was opened beside another screen is over with that screen.
  const shown = closed && beside?.at === pathname ? beside.entry.name : undefined;
  const leave = useCallback(() => setBeside(null), []);
  useEscape(shown !== undefined, leave);
  return (
    <>
      <ul ref={list} className={styles.list} data-closed={closed || undefined} onPointerLeave={leave}>
        {entries.map((entry) =>
          entry.children.length === 0 ? (
            <li key={entry.id}>
              <Entry entry={entry} lit={lit} mark />
            </li>
          ) : (
            <li
              key={entry.id}
              onPointerEnter={(event) =>
                closed &&
                event.pointerType === 'mouse' &&
                setBeside(besideOf({ entry, at: pathname, mark: event.currentTarget }))
              }
            >
              <button
                type="button"
                className={styles.group}
                data-lit={entry === group || undefined}
                aria-expanded={closed ? shown === entry.name : groups.includes(entry.name)}
                aria-label={entry.name}
                onClick={(event) =>
                  closed
                    ? setBeside(
                        shown === entry.name ? null : besideOf({ entry, at: pathname, mark: event.currentTarget }),
                      )
                    : toggleGroup(entry.name)
                }
              >
                <Mark entry={entry} />
                <span className={styles.name}>{entry.name}</span>
                <i className={styles.arrow} aria-hidden="true" />
              </button>
              {(closed ? shown === entry.name : groups.includes(entry.name)) && (
                <ul
                  className={closed ? styles.beside : styles.entries}
                  style={closed ? beside?.style : undefined}
                  aria-label={entry.name}
                >
                  {closed && <li className={styles.besideTitle}>{entry.name}</li>}
                  {entry.children.map((child) => (
                    <li key={child.id}>
                      <Entry entry={child} lit={lit} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ),
        )}
      </ul>
      {!closed && <Foot entries={entries} open={groups} />}
    </>
  );
}

/** Opens or closes all groups (specification §2: "collapse and expand toggles"). */
function Foot({ entries, open }: { entries: readonly MenuEntry[]; open: readonly string[] }) {
  const all = entries.filter((entry) => entry.children.length > 0).map((entry) => entry.name);
  if (all.length === 0) return null;
  return (
    <div className={styles.foot}>
      <button type="button" disabled={all.every((name) => open.includes(name))} onClick={() => openGroups(all)}>
        全部展开
      </button>
      <button type="button" disabled={!all.some((name) => open.includes(name))} onClick={() => openGroups([])}>
        全部收起
      </button>
    </div>
  );
}

function Entry({ entry, lit, mark = false }: { entry: MenuEntry; lit: MenuEntry | null; mark?: boolean }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { pathname } = useLocation();
  const path = entry.path ?? '';
  const open = (event: MouseEvent) => {
    closeDrawer();
    // What a person wants in another tab is a full load.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    if (pathname === path) void startAnew();
    else void navigate(path);
  };
  const startAnew = async () => {
    if (!(await mayLose([useTabs.getState().current], '重新载入'))) return;
    void navigate(path, { replace: true });
    reloadScreen(queries);
  };
  const ahead = () => preload(path);
  const inside = (
    <>
      {mark && <Mark entry={entry} />}
      <span className={styles.name}>{entry.name}</span>
    </>
  );
  if (entry.jump) {
    return (
      <Suspense>
        <SecondEntry name={entry.name} path={path} className={styles.entry} onLeave={closeDrawer}>
          {inside}
        </SecondEntry>
      </Suspense>
    );
  }
  return (
    <a
      className={styles.entry}
      href={path}
      aria-current={entry === lit ? 'page' : undefined}
      aria-label={entry.name}
      onClick={open}
      onPointerEnter={ahead}
      onFocus={ahead}
    >
      {inside}
    </a>
  );
}

/** The icon that the server names, else a character of the name. */
function Mark({ entry }: { entry: MenuEntry }) {
  const icon = entry.icon !== null && Object.hasOwn(icons, entry.icon) ? icons[entry.icon] : undefined;
  return (
    <span className={styles.mark} aria-hidden="true">
      {icon ? (
        <svg viewBox="0 0 20 20">
          <path d={icon} />
        </svg>
      ) : (
        entry.mark
      )}
    </span>
  );
}

interface Beside {
  entry: MenuEntry;
  /** The screen it was opened on. */
  at: string;
  style: CSSProperties;
}

/** Places a closed group's entries beside its mark, inside the window. */
function besideOf({ entry, at, mark }: { entry: MenuEntry; at: string; mark: Element }): Beside {
  const height = 36 * (entry.children.length + 1) + 16;
  const top = Math.max(8, Math.min(mark.getBoundingClientRect().top - 4, innerHeight - height - 8));
  return { entry, at, style: { top } };
}
