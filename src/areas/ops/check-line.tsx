import { useState } from 'react';
import { type CheckState, checkOutcome } from '#contract/areas/ops/checks.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { StatusTag } from '#src/kit/desk/status-tag.tsx';
import styles from './ops.module.css';

/** One invariant as it stands; where it is broken, the first rows that break it unfold. */
export function CheckLine({ state }: { state: CheckState }) {
  const { outcome, title, rows, milliseconds, right_since } = state;
  const [open, setOpen] = useState(false);
  return (
    <li>
      <div className={styles.line}>
        <span>
          <StatusTag tone={outcome ? tones[outcome] : 'idle'}>{outcome ? checkOutcome[outcome] : '未核对'}</StatusTag>
        </span>
        {rows.length > 0 ? (
          <button type="button" className="desk-link desk-open" aria-expanded={open} onClick={() => setOpen(!open)}>
            {title}
          </button>
        ) : (
          <span>{title}</span>
        )}
        <small>{right_since ? `自 ${printTime(right_since)} 起正确` : ''}</small>
        <small>{milliseconds === null ? '' : `${milliseconds} ms`}</small>
      </div>
      {open && rows.length > 0 && <Rows rows={rows} title={title} />}
    </li>
  );
}

const tones = { 1: 'done', 2: 'refused', 3: 'waiting' } as const;

function Rows({ rows, title }: { rows: CheckState['rows']; title: string }) {
  const names = Object.keys(rows[0] ?? {});
  return (
    <section className={styles.rows} tabIndex={0} aria-label={`${title}：差异明细`}>
      <table>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {names.map((name) => (
                <td key={name}>{row[name] === null ? '空' : String(row[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
