import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useMenu } from '../menu/menu-query.ts';
import type { MenuEntry } from '../menu/menu-tree.ts';
import { signInAddress } from '../routing/return-address.ts';
import { preload } from '../routing/router.tsx';
import { useSession } from '../session/sign-in-state.ts';
import styles from './dashboard.module.css';
import { FiguresPage } from './figures-page.tsx';

/** The landing page: what waits for this person, how things stand, and every screen of their menu two presses away. Without a stored token it asks the server nothing (amendments F). */
export function Screen() {
  const session = useSession((state) => state.session);
  const { entries } = useMenu();
  const { pathname, search } = useLocation();
  const [now] = useState(() => new Date());
  if (!session) {
    return (
      <section className="face">
        <h1>折乐惠 后台</h1>
        <p>登录后可以看到您的工作。</p>
        <div className="face-actions">
          <Link className="button-main" to={signInAddress(pathname + search)}>
            登录
          </Link>
        </div>
      </section>
    );
  }
  const groups = entries.filter((entry) => entry.children.length > 0);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>
          {greetingAt(now)}，{session.nickname || session.username}
        </h1>
        <p>{dayOf(now)}</p>
      </header>
      <FiguresPage uid={session.uid}>
        {/* The menu says the same: folded, so that what waits is not lost among it. */}
        <details className={styles.all}>
          <summary>全部界面</summary>
          <div className={styles.groups}>
            {groups.map((group) => (
              <Group key={group.id} group={group} />
            ))}
          </div>
        </details>
      </FiguresPage>
    </div>
  );
}

function Group({ group }: { group: MenuEntry }) {
  return (
    <section className={styles.group} aria-label={group.name}>
      <h3>
        <span aria-hidden="true">{group.mark}</span>
        {group.name}
      </h3>
      <ul>
        {group.children.map(({ id, name, path, jump }) => (
          <li key={id}>
            {jump ? (
              <a href={path ?? ''}>{name}</a>
            ) : (
              <Link to={path ?? ''} onPointerEnter={() => preload(path ?? '')} onFocus={() => preload(path ?? '')}>
                {name}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

// The company's clock, like every time on the screens, wherever the browser stands.
const timeZone = 'Asia/Shanghai';

function greetingAt(time: Date): string {
  const hour = Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone }).format(time));
  if (hour < 6) return '夜深了';
  if (hour < 12) return '早上好';
  return hour < 18 ? '下午好' : '晚上好';
}

function dayOf(time: Date): string {
  return new Intl.DateTimeFormat('zh-CN', { dateStyle: 'full', timeZone }).format(time);
}
