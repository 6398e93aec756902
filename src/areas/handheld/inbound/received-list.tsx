import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import { goodsName, variantOf } from '../goods-words.ts';
import styles from '../handheld.module.css';
import { isCounted } from '../stocktaking/scan.ts';
import { clockOf, entryWords } from '../words.ts';
import type { ShownEntry } from './receive-view.ts';
import type { OpenBatch } from './receiving.ts';
import { summary } from './summary.ts';

/** The last entries, newest first, each with its word and the way to take it back. */
export function ReceivedList({
  entries,
  find,
  onTakeBack,
}: {
  entries: readonly ShownEntry[];
  find: OpenBatch['find'];
  onTakeBack(entry: ShownEntry): void;
}) {
  if (entries.length === 0) return <p className={styles.nothing}>本批还没有记录</p>;
  return (
    <ol className={styles.entries} aria-label="最近的记录">
      {entries.map((entry) => {
        const { payload, outcome, msg } = entry;
        const goods = find(payload.barcode);
        const { sign, where } = summary.line(payload);
        const { text, tone } = entryWords[entry.word];
        const name = goods ? goodsName(goods) : payload.barcode;
        return (
          <li key={entry.op_id} data-voided={entry.voided || undefined} data-kind={payload.kind}>
            <b className={styles.sign}>{sign}</b>
            <span className={styles.entryWords}>
              <strong>{name}</strong>
              <span>
                {goods ? variantOf(goods) : '未识别'} · {where} · {clockOf(entry.at)}
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

/** Whether there is something to take back. */
export const canTakeBack = (entry: ShownEntry): boolean =>
  entry.payload.kind !== 'void' && !entry.voided && isCounted(entry);
