import { useMemo } from 'react';
import { allot } from '#contract/areas/allocation/allot.ts';
import { allotCalls } from '#contract/areas/allocation/allot-calls.ts';
import type { LineAnswer } from '#src/engine/detail/step-lines.ts';
import type { Values } from '#src/engine/row.ts';
import { useRead } from '#src/engine/use-read.ts';

/** The goods of an allot by every code that may be scanned for them: asked once, so that a scan waits for nothing. */
export function useCodes(allotId: number | undefined): ReadonlyMap<string, number> {
  const read = useRead(allot, allotCalls.codes, { input: { id: allotId ?? 0 }, when: allotId !== undefined });
  const list = read.value?.list;
  return useMemo(
    () => new Map((list ?? []).flatMap(({ sku_id, codes }) => codes.map((code) => [code, sku_id] as const))),
    [list],
  );
}

/** Of a line that is counted: what is counted, and what is expected. */
export interface Counted {
  readonly field: string;
  readonly most: string;
}

/**
 * One piece more of some goods: on the first of their lines that still waits for some, else on the last, for what is too many is counted as
 * well. Undefined of goods that are in none.
 */
export function scanned(
  answers: readonly LineAnswer[],
  { goods, of }: { goods: number; of: Counted },
): { key: string; change: Values; qty: number } | undefined {
  const own = answers.filter(({ line }) => line.sku_id === goods);
  const counted = ({ values }: LineAnswer): number => Number(values[of.field] ?? 0);
  const found = own.find((answer) => counted(answer) < Number(answer.line[of.most] ?? 0)) ?? own.at(-1);
  if (!found) return undefined;
  const qty = counted(found) + 1;
  return { key: found.key, change: { [of.field]: qty }, qty };
}

/** All lines with what `qtyOf` says of them. */
export function filled(
  answers: readonly LineAnswer[],
  { field }: Counted,
  qtyOf: (line: Values) => number,
): Map<string, Values> {
  return new Map(answers.map(({ key, line }) => [key, { [field]: qtyOf(line) }]));
}

/** What was counted of what is expected. */
export function figuresOf(
  answers: readonly LineAnswer[],
  { field, most }: Counted,
): { counted: number; expected: number } {
  const sum = (valueOf: (answer: LineAnswer) => unknown) =>
    answers.reduce((all, answer) => all + Number(valueOf(answer) ?? 0), 0);
  return { counted: sum(({ values }) => values[field]), expected: sum(({ line }) => line[most]) };
}
