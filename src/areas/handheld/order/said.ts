import type { Tone } from '#src/platform/sound.ts';
import type { Said } from '../bench/result-panel.tsx';
import { gradeName } from '../grade-words.ts';
import type { OutOperation } from './entry.ts';
import type { Picked, Result } from './plan-action.ts';
import { stepWords } from './summary.ts';

/** What is said of the last deed: what it came to, picked against asked for. */
export function saidOf(
  last: (Result & { number: number }) | null,
  { picked, rows }: { picked: ReadonlyMap<number, Picked>; rows: readonly OutOperation[] },
): Said | null {
  if (!last) return null;
  const { word, goods, code, number, grade, line, qty, act, opId } = last;
  const now = line === null ? undefined : picked.get(line);
  // Until the journal's news have come round, what was just kept is added to what the screen knew.
  const behind = word === 'counted' && !rows.some(({ op_id }) => op_id === opId);
  return {
    number,
    code: code || (act.kind === 'step' ? act.waybill_no || stepWords[act.step] : ''),
    goods,
    headline: headlineOf(last),
    ...(grade !== 0 && { beside: gradeName(grade) }),
    under: underWords[word] ?? '',
    look: words[word].look,
    figure: now ? { label: `应拣 ${now.goods.plan_qty}`, qty: now.qty + (behind ? qty : 0) } : undefined,
  };
}

function headlineOf({ word, qty, why, act }: Result): string {
  if (word === 'counted') return `+${qty}`;
  if (word === 'step' && act.kind === 'step') return `${stepWords[act.step]}，已存本机`;
  if (word === 'not_saved' && why === 'too_long') return '条码过长，没有保存';
  return words[word].headline;
}

const underWords: Partial<Record<Result['word'], string>> = {
  nothing: '撤销过的记录不会再撤销一次',
  unread: '扫得太快或信号断开，请对准再扫一次',
  unknown: '不在本单货品中，已存本机；拿错了请撤销',
};

/** What each result is called, its colours (those of counting), and its sound. */
const words: Readonly<Record<Result['word'], { headline: string; look: string; tone: Tone }>> = {
  counted: { headline: '', look: 'first', tone: 'new' },
  full: { headline: '已拣够，没有计入：请放回货架', look: 'not_saved', tone: 'not_saved' },
  unknown: { headline: '未识别的条码', look: 'unknown', tone: 'unknown' },
  unread: { headline: '条码没读全，没有计入', look: 'unread', tone: 'not_saved' },
  taken_back: { headline: '已撤销', look: 'more', tone: 'duplicate' },
  nothing: { headline: '没有可撤销的记录', look: 'nothing', tone: 'unknown' },
  not_saved: { headline: '没有保存', look: 'not_saved', tone: 'not_saved' },
  step: { headline: '', look: 'first', tone: 'new' },
  again: { headline: '这一件已扫过，没有再计', look: 'nothing', tone: 'duplicate' },
  closed: { headline: '本单已办结，没有计入', look: 'not_saved', tone: 'not_saved' },
};

/** The sound of each. */
export const toneOf = ({ word }: Result): Tone => words[word].tone;
