import { goodsName, variantOf } from '../goods-words.ts';
import styles from '../handheld.module.css';
import type { InboundOperation } from './entry.ts';
import type { Counted } from './receive-view.ts';
import type { Result } from './receiver.ts';
import { kindWords } from './summary.ts';

/** What the last scan was and what it came to: counted against expected, in letters that can be read at arm's length. */
export function ReceivedPanel({
  last,
  counted,
  rows,
}: {
  last: (Result & { number: number }) | null;
  counted: ReadonlyMap<number, Counted>;
  rows: readonly InboundOperation[];
}) {
  if (!last)
    return (
      <section className={styles.result} data-word="ready">
        <p className={styles.ready}>请扫描</p>
        <p className={styles.readyHint}>扫一次计一件，听到提示音才算数</p>
      </section>
    );
  const { goods, code, word } = last;
  const look = looks[word];
  const now = goods && counted.get(goods.sku_id);
  // Until the journal's news have come round, what was just kept is added to what the screen knew.
  const behind = word === 'counted' && !rows.some(({ op_id }) => op_id === last.opId);
  return (
    <section className={styles.result} data-word={look} data-testid="result" aria-live="polite">
      <div key={last.number} className={styles.flash} data-word={look} aria-hidden="true" />
      <p className={styles.resultWord}>
        <strong>{headline(last)}</strong>
        {word === 'counted' && <span>{kindWords({ imperfect_type: last.grade, expire_at: last.expire })}</span>}
      </p>
      <div className={styles.resultBody}>
        <div className={styles.resultGoods}>
          <h2>{goods ? goodsName(goods) : code}</h2>
          <p>{goods ? variantOf(goods) : underCode(word)}</p>
          {goods && <p className={styles.resultCode}>{code}</p>}
        </div>
        {now && (
          <p className={styles.resultCount}>
            <span>应收 {now.goods.plan_qty}</span>
            <b data-testid="figure">{now.qty + (behind ? last.qty : 0)}</b>
          </p>
        )}
      </div>
    </section>
  );
}

function headline({ word, qty, why }: Result): string {
  switch (word) {
    case 'counted':
      return `+${qty}`;
    case 'unknown':
      return '未识别的条码';
    case 'undated':
      return '没有计入：先填到期日期，再扫';
    case 'unread':
      return '条码没读全，没有计入';
    case 'taken_back':
      return '已撤销';
    case 'nothing':
      return '没有可撤销的记录';
    case 'not_saved':
      return why === 'too_long' ? '条码过长，没有保存' : '没有保存';
  }
}

function underCode(word: Result['word']): string {
  if (word === 'nothing') return '撤销过的记录不会再撤销一次';
  if (word === 'unread') return '扫得太快或信号断开，请对准再扫一次';
  return word === 'unknown' ? '不在本批货品中，已存本机，由办公室认定' : '';
}

/** The colours of the results: those of counting. */
const looks: Readonly<Record<Result['word'], string>> = {
  counted: 'first',
  taken_back: 'more',
  unknown: 'unknown',
  nothing: 'nothing',
  undated: 'not_saved',
  unread: 'unread',
  not_saved: 'not_saved',
};
