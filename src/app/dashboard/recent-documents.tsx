import { Link } from 'react-router-dom';
import type { RecentDocument } from '#contract/areas/shell/dashboard.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { StateTag } from '#src/kit/state-tag.tsx';
import styles from './dashboard.module.css';

/** The documents this person had in hand last. */
export function RecentDocuments({ recent }: { recent: readonly RecentDocument[] }) {
  if (recent.length === 0) return <p className={styles.quiet}>还没有经手的单据</p>;
  return (
    <ul className={styles.recent}>
      {recent.map(({ label, no, state, at, url }) => (
        <li key={url}>
          <Link to={url}>
            <span>{no}</span>
            <span className={styles.of}>{label}</span>
            <time dateTime={at}>{printTime(at).slice(5)}</time>
            <StateTag tone={state.tone}>{state.label}</StateTag>
          </Link>
        </li>
      ))}
    </ul>
  );
}
