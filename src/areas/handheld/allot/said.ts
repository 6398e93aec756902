import type { AllotEnd, AllotGoods } from '#contract/areas/allocation/allot-entry.ts';
import type { Tone } from '#src/platform/sound.ts';
import type { Said } from '../bench/result-panel.tsx';
import type { AllotOperation } from './entry.ts';
import type { Counted } from './figures.ts';
import type { Result } from './plan-action.ts';
import { batchWords, endWords, stepWords, whereOf } from './summary.ts';

/** What is said of the last deed: what it came to, counted against expected. */
export function saidOf(
  last: (Result & { number: number }) | null,
  at: { end: AllotEnd; counted: ReadonlyMap<number, Counted>; rows: readonly AllotOperation[] },
): Said | null {
  if (!last) return null;
  const { word, goods, code, number, grade, line, qty, act } = last;
  const now = line === null ? undefined : at.counted.get(line);
  const isCounting = word === 'counted' || word === 'over';
  // Until the journal's news have come round, what was just kept is added to what the screen knew.
  const behind = isCounting && !at.rows.some(({ op_id }) => op_id === last.opId);
  return {
    number,
    code: code || (act.kind === 'step' ? stepWords[act.step] : ''),
    goods,
    headline: headline(last),
    ...(isCounting &&
      act.kind === 'add' && { beside: besideOf(now?.goods, { imperfect_type: grade, carton: act.carton }) }),
    under: under(last, at.end),
    look: looks[word],
    figure: now
      ? { label: `${endWords[at.end].plan} ${now.goods.plan_qty}`, qty: now.qty + (behind ? qty : 0) }
      : undefined,
  };
}

const besideOf = (goods: AllotGoods | undefined, at: Parameters<typeof whereOf>[0]): string =>
  [goods && batchWords(goods), whereOf(at)].filter(Boolean).join(' · ');

function headline({ word, qty, why, act }: Result): string {
  if (act.kind === 'again') return act.words;
  switch (word) {
    case 'counted':
      return `+${qty}`;
    case 'over':
      return `+${qty}，多于发货数`;
    case 'full':
      return '已拣够，没有计入：请放回货架';
    case 'batch_out':
      return '指定的批次不够，没有计入：请放回货架';
    case 'batch_wanted':
      return '须先在电脑上指定批次，没有计入';
    case 'unknown':
      return '未识别的条码';
    case 'unread':
      return '条码没读全，没有计入';
    case 'taken_back':
      return '已撤销';
    case 'nothing':
      return '没有可撤销的记录';
    case 'step':
      return act.kind === 'step' ? `${stepWords[act.step]}，已存本机` : '';
    case 'foreign':
      return '不是本单的箱';
    case 'again':
      return act.kind === 'step' ? '这一箱已到货' : '这一件已扫过，没有再计';
    case 'closed':
      return '本单已办结，没有计入';
    case 'not_saved':
      return why === 'too_long' ? '条码过长，没有保存' : '没有保存';
  }
}

function under({ word }: Result, end: AllotEnd): string {
  if (word === 'nothing') return '撤销过的记录不会再撤销一次';
  if (word === 'unread') return '扫得太快或信号断开，请对准再扫一次';
  if (word !== 'unknown') return '';
  return end === 'out' ? '不在本单货品中，已存本机；拿错了请撤销' : '不在本单货品中，已存本机，由办公室认定';
}

/** The colours of the results: those of counting. */
const looks: Readonly<Record<Result['word'], string>> = {
  counted: 'first',
  over: 'more',
  full: 'not_saved',
  batch_out: 'not_saved',
  batch_wanted: 'not_saved',
  unknown: 'unknown',
  unread: 'unread',
  taken_back: 'more',
  nothing: 'nothing',
  not_saved: 'not_saved',
  step: 'first',
  foreign: 'not_saved',
  again: 'nothing',
  closed: 'not_saved',
};

/** The sound of each. */
export const toneOf = ({ word }: Result): Tone => tones[word];

const tones: Readonly<Record<Result['word'], Tone>> = {
  counted: 'new',
  over: 'duplicate',
  full: 'not_saved',
  batch_out: 'not_saved',
  batch_wanted: 'not_saved',
  unknown: 'unknown',
  unread: 'not_saved',
  taken_back: 'duplicate',
  nothing: 'unknown',
  not_saved: 'not_saved',
  step: 'new',
  foreign: 'not_saved',
  again: 'duplicate',
  closed: 'not_saved',
};
