import type { allotDiff } from '#contract/areas/allocation/allot-diff.ts';
import {
  allotDiffType,
  allotDuty,
  decideType,
  decideTypes,
  decisionsOfShort,
  decisionsOfSurplus,
} from '#contract/areas/allocation/allot-enums.ts';
import type { AnsweredLine } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { LineRow } from '#server/kit/lines.ts';

/** What was decided of some pieces of a line of a difference. */
export interface Ruling {
  readonly line: LineRow<typeof allotDiff>;
  readonly decide: number;
  /** How many pieces, above zero. */
  readonly qty: number;
  /** Which of them, where somebody said so. */
  readonly codes?: readonly string[] | null | undefined;
  /** The field that says so. */
  readonly field?: string;
}

/**
 * What was decided of every line, in the order of the lines: an answer without a quantity takes what the others leave. Refuses a decision
 * that does not fit, one that is given twice, and a line whose pieces are not all decided on. Pure.
 */
export function rulingsOf(lines: readonly LineRow<typeof allotDiff>[], answers: readonly AnsweredLine[]): Ruling[] {
  const places = answers.map((answer, place) => ({ ...answer, place }) as Answer);
  return lines.flatMap((line, at) => {
    const own = places.filter(({ line_id }) => line_id === line.id);
    const whole = Math.abs(Number(line.diff_qty));
    const open = own.filter(({ qty }) => qty === undefined || qty === null);
    const told = own.reduce((sum, { qty }) => sum + (qty ?? 0), 0);
    refuseUnfit(line, own, at);
    if (open.length > 1) throw refused(open[1], 'qty', `第 ${at + 1} 行分开判定时请填写各自的数量`);
    const left = whole - told;
    if (own.length === 0 || (open.length === 0 && left !== 0) || (open.length === 1 && left < 1))
      throw refused(own[0], 'qty', `第 ${at + 1} 行差异 ${whole} 件，已判定 ${told} 件，应全部判定`);
    return own.map(({ decide_type, qty, codes, place }) => {
      const field = `lines.${place}.codes`;
      return { line, decide: decide_type, qty: qty ?? left, codes, field };
    });
  });
}

interface Answer {
  readonly line_id: number;
  readonly place: number;
  readonly decide_type: number;
  readonly qty?: number | null;
  readonly codes?: readonly string[] | null;
}

function refuseUnfit(line: LineRow<typeof allotDiff>, answers: readonly Answer[], at: number): void {
  const short = line.diff_type === allotDiffType.short;
  const fitting = short ? decisionsOfShort : decisionsOfSurplus;
  const seen = new Set<number>();
  for (const answer of answers) {
    if (!fitting.includes(answer.decide_type)) {
      const offered = fitting.map((code) => decideTypes[code as keyof typeof decideTypes]).join('、');
      throw refused(answer, 'decide_type', `第 ${at + 1} 行是${short ? '少货' : '多货'}，判定请从 ${offered} 中选择`);
    }
    if (seen.has(answer.decide_type)) throw refused(answer, 'decide_type', `第 ${at + 1} 行的同一判定写了两次`);
    if (answer.qty === 0) throw refused(answer, 'qty', '判定数量至少为 1');
    seen.add(answer.decide_type);
  }
}

const refused = (answer: Answer | undefined, name: string, words: string): Refusal =>
  new Refusal('invalid', words, answer ? `lines.${answer.place}.${name}` : 'lines');

/** A carrier answers for goods that were lost with it, and for nothing else. Pure. */
export function refuseStrangeDuty(
  rulings: readonly Ruling[],
  { duty, carrier }: { duty: unknown; carrier: unknown },
): void {
  if (duty !== allotDuty.carrier) return;
  if (carrier === null) throw new Refusal('invalid', '此调拨单没有物流公司，不能判物流责任', 'duty');
  if (!rulings.some(({ decide }) => decide === decideType.lost))
    throw new Refusal('invalid', '没有判为物流丢失的货品，不能判物流责任', 'duty');
}
