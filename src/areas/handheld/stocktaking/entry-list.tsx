import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import { goodsName, variantOf } from '../goods-words.ts';
import { gradeName } from '../grade-words.ts';
import styles from '../handheld.module.css';
import { clockOf, entryWords } from '../words.ts';
import type { ShownEntry } from './count-view.ts';
import type { OpenSheet } from './sheets.ts';
import { reasonOf, signOf } from './summary.ts';

/** The last entries, newest first, each with its word and the way to take it back. */
export function EntryList({
  entries,
  find,
  more,
  onTakeBack,
}: {
  entries: readonly ShownEntry[];
  find: OpenSheet['find'];
  /** Said of an entry besides. */
  more?(entry: ShownEntry): string;
  onTakeBack(entry: ShownEntry): void;
}) {
  if (entries.length === 0) return <p className={styles.nothing}>本区还没有记录</p>;
  return (
    <ol className={styles.entries} aria-label="最近的记录">
      {entries.map((entry) => {
        const goods = find(entry.barcode, entry.imperfect_type);
        const { text, tone } = entryWords[entry.word];
        return (
          <li key={entry.op_id} data-voided={entry.voided || undefined} data-kind={entry.kind}>
            <b className={styles.sign}>{signOf(entry)}</b>
            <span className={styles.entryWords}>
              <strong>{goods ? goodsName(goods) : entry.barcode}</strong>
              <span>
                {goods ? variantOf(goods) : '未识别'}
                {entry.imperfect_type !== 0 && ` · ${gradeName(entry.imperfect_type)}`}
                {more && ` · ${more(entry)}`} · {clockOf(entry.counted_at)}
                {entry.word === 'attention' && ` · ${reasonOf(entry)}`}
              </span>
            </span>
            <StatusTag tone={tone}>{text}</StatusTag>
            {canTakeBack(entry) ? (
              <button
                type="button"
                className={styles.takeBack}
                onClick={() => onTakeBack(entry)}
                aria-label={`撤销 ${goods ? goodsName(goods) : entry.barcode} ${signOf(entry)}`}
              >
                撤销
              </button>
            ) : (
              <span className={styles.takeBack}>{entry.voided ? '已撤销' : ''}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Whether an entry is part of the count, so that there is something to take back. */
export function canTakeBack({ kind, voided, state, outcome }: ShownEntry): boolean {
  return (
    kind !== 'void' &&
    !voided &&
    (state === 'saved' || state === 'received' || (state === 'attention' && outcome === 'unknown'))
  );
}
