import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import type { Codec } from '#src/local/index.ts';
import { goodsName, type Named, variantOf } from '../goods-words.ts';
import styles from '../handheld.module.css';
import { clockOf, entryWords } from '../words.ts';
import type { Pieces } from './pieces.ts';
import { canTakeBack, type ShownEntry } from './view.ts';

interface EntryListProps<P extends Pieces> {
  entries: readonly ShownEntry<P>[];
  /** What is said where there is none. */
  none: string;
  find(code: string): Named | null;
  summary: Pick<Codec<P, null, never>['summary'], 'line' | 'reason'>;
  onTakeBack(entry: ShownEntry<P>): void;
}

/** The last entries, newest first, each with its word and the way to take it back. */
export function EntryList<P extends Pieces>({ entries, none, find, summary, onTakeBack }: EntryListProps<P>) {
  if (entries.length === 0) return <p className={styles.nothing}>{none}</p>;
  return (
    <ol className={styles.entries} aria-label="最近的记录">
      {entries.map((entry) => {
        const { payload, outcome, msg } = entry;
        const isPieces = payload.kind === 'add' || payload.kind === 'void';
        const goods = isPieces ? find(payload.barcode) : null;
        const { what, sign, where } = summary.line(payload);
        const { text, tone } = entryWords[entry.word];
        const name = goods ? goodsName(goods) : what;
        return (
          <li key={entry.op_id} data-voided={entry.voided || undefined} data-kind={payload.kind}>
            <b className={styles.sign}>{sign}</b>
            <span className={styles.entryWords}>
              <strong>{name}</strong>
              <span>
                {[goods ? variantOf(goods) : isPieces && '未识别', where, clockOf(entry.at)]
                  .filter(Boolean)
                  .join(' · ')}
                {entry.word === 'attention' && ` · ${msg || summary.reason(outcome ?? '') || '服务器暂不接收'}`}
              </span>
            </span>
            <StatusTag tone={tone}>{text}</StatusTag>
            {canTakeBack(entry) ? (
              <button
                type="button"
                className={styles.takeBack}
                onClick={() => onTakeBack(entry)}
                aria-label={`撤销 ${name} ${sign}`}
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
