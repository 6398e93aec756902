import { addedWords, nothing, type RowChange } from '#src/engine/bulk/preview-row.ts';
import styles from './bulk.module.css';

interface ChangeCellProps {
  changes: readonly RowChange[];
  /** Nothing of the row was there before. */
  fresh?: boolean | undefined;
  /** What is said of the row besides. */
  note?: string | null | undefined;
}

/** What changes in one row: each field with what it was and what it would be, or is. */
export function ChangeCell({ changes, fresh = false, note }: ChangeCellProps) {
  if (fresh)
    return (
      <span className={styles.changes}>
        <ins>{addedWords(changes)}</ins>
        {note && <span>{note}</span>}
      </span>
    );
  return (
    <span className={styles.changes}>
      {changes.map(({ label, before, after }) => (
        <span key={label}>
          {`${label}：`}
          <del>{before || nothing}</del>
          {' → '}
          <ins>{after || nothing}</ins>
        </span>
      ))}
      {note && <span>{note}</span>}
    </span>
  );
}
