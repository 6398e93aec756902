import { nothing, type RowChange } from '#src/engine/bulk/preview-row.ts';
import styles from './bulk.module.css';

/** What changes in one row: each field with what it was and what it would be, or is. */
export function ChangeCell({ changes }: { changes: readonly RowChange[] }) {
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
    </span>
  );
}
