import type { ReactNode } from 'react';
import styles from './hand.module.css';

/** A sheet of paper on the page: what belongs together, with its heading. */
export function Card({ title, mark, children }: { title?: ReactNode; mark?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.card}>
      {(title || mark) && (
        <header className={styles.cardHead}>
          <h2>{title}</h2>
          {mark}
        </header>
      )}
      {children}
    </section>
  );
}

/** One thing to touch in a card: what it is, what is said of it, and where it stands. */
export function CardRow({
  title,
  text,
  mark,
  onOpen,
  label,
}: {
  title: ReactNode;
  text?: ReactNode;
  mark?: ReactNode;
  onOpen?(): void;
  label?: string;
}) {
  const inside = (
    <>
      <span className={styles.rowWords}>
        <strong>{title}</strong>
        {text && <span>{text}</span>}
      </span>
      {mark}
      {onOpen && <span className={styles.arrow} aria-hidden="true" />}
    </>
  );
  if (!onOpen) return <div className={styles.row}>{inside}</div>;
  return (
    <button type="button" className={styles.row} onClick={onOpen} aria-label={label}>
      {inside}
    </button>
  );
}
