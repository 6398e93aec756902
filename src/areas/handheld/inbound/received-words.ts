import type { Said } from '../bench/result-panel.tsx';
import type { InboundOperation } from './entry.ts';
import type { Counted } from './receive-view.ts';
import type { Result } from './receiver.ts';
import { kindWords } from './summary.ts';

/** What is said of the last deed: what it came to, counted against expected. */
export function saidOf(
  last: (Result & { number: number }) | null,
  { counted, rows }: { counted: ReadonlyMap<number, Counted>; rows: readonly InboundOperation[] },
): Said | null {
  if (!last) return null;
  const { word, goods, code, number, grade, expire, qty } = last;
  const now = goods && counted.get(goods.sku_id);
  // Until the journal's news have come round, what was just kept is added to what the screen knew.
  const behind = word === 'counted' && !rows.some(({ op_id }) => op_id === last.opId);
  return {
    number,
    code,
    goods,
    headline: headline(last),
    ...(word === 'counted' && { beside: kindWords({ imperfect_type: grade, expire_at: expire }) }),
    under: underCode(word),
    look: looks[word],
    figure: now ? { label: `应收 ${now.goods.plan_qty}`, qty: now.qty + (behind ? qty : 0) } : undefined,
  };
}

function headline({ word, qty, why, act }: Result): string {
  if (act.kind === 'again') return act.words;
  switch (word) {
    case 'counted':
      return `+${qty}`;
    case 'unknown':
      return '未识别的条码';
    case 'undated':
      return '没有计入：先填到期日期，再扫';
    case 'again':
      return '这一件已点过，没有再计';
    case 'unread':
      return '条码没读全，没有计入';
    case 'done':
      return '已交回';
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
  if (word === 'done') return '办公室能看到您已点完';
  if (word === 'unread') return '扫得太快或信号断开，请对准再扫一次';
  return word === 'unknown' ? '不在本批货品中，已存本机，由办公室认定' : '';
}

/** The colours of the results: those of counting. */
const looks: Readonly<Record<Result['word'], string>> = {
  counted: 'first',
  done: 'first',
  taken_back: 'more',
  unknown: 'unknown',
  nothing: 'nothing',
  undated: 'not_saved',
  again: 'nothing',
  unread: 'unread',
  not_saved: 'not_saved',
};
