import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { onNetworkChange, seemsOnline } from '#src/platform/online.ts';
import { useApp } from '../app-context.tsx';
import { Expiring } from '../expiring/expiring.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import { wishTheme } from '../preferences.ts';
import { signInAddress } from '../routing/return-address.ts';
import { leave } from '../session/leave.ts';
import { useSession } from '../session/sign-in-state.ts';
import { TaskButton } from '../tasks/task-button.tsx';
import { type ThemeChoice, useTheme } from '../theme-choice.ts';
import { toggleMenu, useMenuOpen } from './menu-open.ts';
import styles from './office-frame.module.css';

// Nobody reads notices before the page is there.
const NoticeBell = lazy(async () => ({ default: (await import('../notices/notice-bell.tsx')).NoticeBell }));

/** A step of the breadcrumb; the last one is where we are. */
export interface Step {
  name: string;
  path?: string;
}

/** The top bar (specification §1): the menu's toggle, where we are, the way to the warehouse mode, the person. */
export function TopBar({ narrow, trail }: { narrow: boolean; trail: readonly Step[] }) {
  const { closed, drawer } = useMenuOpen();
  const session = useSession((state) => state.session);
  const online = useSyncExternalStore(onNetworkChange, seemsOnline);
  const shown = narrow ? drawer : !closed;
  return (
    <header className={styles.top}>
      <button
        type="button"
        className={styles.tool}
        aria-label={shown ? '收起菜单' : '展开菜单'}
        aria-expanded={shown}
        onClick={() => toggleMenu(narrow)}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M3 5h14M3 10h9M3 15h14" />
        </svg>
      </button>
      <Trail steps={trail} />
      {!online && (
        <span className={styles.offline} role="status">
          当前离线
        </span>
      )}
      {session && <PaletteButton className={styles.tool} nameClass={styles.name} />}
      {session && <Expiring uid={session.uid} />}
      {session && (
        <Suspense fallback={<span className={styles.tool} aria-hidden="true" />}>
          <NoticeBell key={session.uid} />
        </Suspense>
      )}
      {session && <TaskButton key={session.uid} />}
      <Link className={styles.tool} to="/hand" aria-label="仓库模式">
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M3 7V4.5A1.5 1.5 0 0 1 4.5 3H7M13 3h2.5A1.5 1.5 0 0 1 17 4.5V7M17 13v2.5a1.5 1.5 0 0 1-1.5 1.5H13M7 17H4.5A1.5 1.5 0 0 1 3 15.5V13M6.5 7v6M10 7v6M13.5 7v6" />
        </svg>
        <span className={styles.name}>仓库模式</span>
      </Link>
      {session ? (
        <Person name={session.nickname || session.username} account={session.username} />
      ) : (
        <Link className="button-main" to={signInAddress(location.pathname + location.search)}>
          登录
        </Link>
      )}
    </header>
  );
}

function Trail({ steps }: { steps: readonly Step[] }) {
  return (
    <nav className={styles.trail} aria-label="当前位置">
      <ol>
        {steps.map(({ name, path }, at) => (
          <li key={name} aria-current={at === steps.length - 1 ? 'page' : undefined}>
            {path ? <Link to={path}>{name}</Link> : name}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Person({ name, account }: { name: string; account: string }) {
  const app = useApp();
  return (
    <>
      <button
        type="button"
        className={`${styles.tool} ${styles.person}`}
        popoverTarget="person"
        aria-label={`${name} 的菜单`}
      >
        <span className={styles.face} aria-hidden="true">
          {Array.from(name)[0]}
        </span>
        <span className={styles.name}>{name}</span>
      </button>
      <div id="person" className={styles.user} popover="auto">
        <p>
          {name}
          <small>账号 {account}</small>
        </p>
        <ThemeSwitch />
        <Link className={styles.own} to="/me" onClick={() => document.getElementById('person')?.hidePopover()}>
          我的账号
        </Link>
        <button type="button" className={styles.leave} onClick={() => void leave(app)}>
          退出
        </button>
      </div>
    </>
  );
}

function ThemeSwitch() {
  const { services } = useApp();
  const chosen = useTheme((state) => state.choice);
  return (
    <fieldset>
      <legend>外观</legend>
      {themes.map(([choice, words]) => (
        <label key={choice}>
          <input
            type="radio"
            name="theme"
            checked={choice === chosen}
            onChange={() => void wishTheme(services, choice)}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}

const themes: readonly [ThemeChoice, string][] = [
  ['auto', '自动'],
  ['light', '浅色'],
  ['dark', '深色'],
];
