import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { setPlaces } from '#src/engine/places.ts';
import type { RouteRow } from '#src/engine/route-row.ts';
import { screenTitle } from '#src/engine/screen-title.ts';
import { useApp } from '../app-context.tsx';
import { BrandMark } from '../brand-mark.tsx';
import { useMenu } from '../menu/menu-query.ts';
import { chainOf, groupOf, litEntry, type MenuEntry } from '../menu/menu-tree.ts';
import { usePermissions } from '../menu/use-permissions.ts';
import { PaletteHost } from '../palette/palette-host.tsx';
import { ShortcutsHost } from '../shortcuts/shortcuts-host.tsx';
import { Pages } from '../tabs/pages.tsx';
import { TabStrip } from '../tabs/tab-strip.tsx';
import { Menu } from './menu.tsx';
import { closeDrawer, useMenuOpen } from './menu-open.ts';
import styles from './office-frame.module.css';
import { type Step, TopBar } from './top-bar.tsx';
import { useEscape } from './use-escape.ts';

/** The office's frame (specification §1, §2): menu on the left, top bar, the screen. Drawn without antd, so that it is there first; `children` in place of the open pages. */
export function Frame({ children }: { children?: ReactNode }) {
  const { pathname, search } = useLocation();
  const { rows } = useApp();
  const menu = useMenu();
  const closed = useMenuOpen((state) => state.closed);
  const drawer = useMenuOpen((state) => state.drawer);
  const narrow = useNarrow();
  const lit = useMemo(() => litEntry(pathname, { rows, menu: menu.entries }), [pathname, rows, menu.entries]);
  const group = groupOf(lit, menu.entries);
  usePermissions(lit?.id ?? null);
  useEffect(
    () =>
      setPlaces({
        mayOpen: (path) => litEntry(path, { rows, menu: menu.entries }) !== null,
        chainOf: (path) => chainOf(path, rows),
      }),
    [rows, menu.entries],
  );
  useEffect(closeDrawer, [pathname]);
  useEscape(drawer, closeDrawer);

  return (
    <div className={styles.frame} data-closed={(closed && !narrow) || undefined} data-drawer={drawer || undefined}>
      <a className={styles.skip} href="#content" onClick={skip}>
        跳到内容
      </a>
      <button type="button" className={styles.scrim} aria-label="收起菜单" onClick={closeDrawer} />
      <nav className={styles.side} aria-label="主菜单">
        <Link className={styles.brand} to="/dashboard/index" aria-label="折乐惠 首页">
          <BrandMark />
          <span>折乐惠</span>
        </Link>
        <div className={styles.scroll}>
          <Menu entries={menu.entries} lit={lit} group={group} closed={closed && !narrow} />
          {menu.loading && <MenuBones />}
          {menu.failed && (
            <p className={styles.note}>
              菜单没有取到
              <button type="button" onClick={menu.reload}>
                再试一次
              </button>
            </p>
          )}
        </div>
      </nav>
      <TopBar narrow={narrow} trail={trailOf({ pathname, search, rows, group })} />
      <TabStrip />
      <main id="content" className={styles.content} tabIndex={-1}>
        {children ?? <Pages fallback={<PageBones />} />}
      </main>
      <PaletteHost />
      <ShortcutsHost />
    </div>
  );
}

function trailOf({
  pathname,
  search,
  rows,
  group,
}: {
  pathname: string;
  search: string;
  rows: readonly RouteRow[];
  group: MenuEntry | null;
}): Step[] {
  const row = rows.find((one) => one.path === pathname);
  const parent = rows.find((one) => one.path === (row?.parent ?? row?.under));
  return [
    ...(group ? [{ name: group.name }] : []),
    ...(parent ? [{ name: parent.title, path: parent.path }] : []),
    { name: screenTitle(row?.title ?? '', search) },
  ];
}

function skip(event: { preventDefault(): void }): void {
  // Only moves the focus: the address stays what it is.
  event.preventDefault();
  document.getElementById('content')?.focus();
}

function MenuBones() {
  return (
    <div className={styles.bones} role="status" aria-label="正在取菜单">
      {[64, 82, 70, 88, 60].map((width) => (
        <div key={width} className="skeleton" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}

function PageBones() {
  return (
    <div className={styles.page} role="status" aria-label="正在打开">
      <div className="skeleton" />
      <div className="skeleton" />
      <div className="skeleton" />
    </div>
  );
}

/** Below this the menu lies over the page; the same bound stands in the style sheet and in index.html. */
const narrowQuery = '(max-width: 899px)';

function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(narrowQuery);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(narrowQuery).matches,
  );
}
