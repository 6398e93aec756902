import { Link } from 'react-router-dom';
import styles from './overview.module.css';
import type { Card } from './overview-cards.ts';

/** One figure, which leads to what it is made of. */
export function OverviewCard({ label, figure, note, at }: Card) {
  return (
    <li className={styles.card}>
      <Link to={at}>
        <span className={styles.label}>{label}</span>
        <strong>{figure}</strong>
        <span className={styles.note}>{note ?? '\u00a0'}</span>
      </Link>
    </li>
  );
}
