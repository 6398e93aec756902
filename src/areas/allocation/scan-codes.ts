import { useMemo } from 'react';
import { allot } from '#contract/areas/allocation/allot.ts';
import { allotCalls, type ScannablePiece, type ScannedGoods } from '#contract/areas/allocation/allot-calls.ts';
import type { LineAnswer } from '#src/engine/detail/step-lines.ts';
import type { Values } from '#src/engine/row.ts';
import { useRead } from '#src/engine/use-read.ts';

/** What a code means in an allot: goods, or one piece of them. */
export interface Scannable {
  readonly goods: number;
  readonly piece?: ScannablePiece;
  /** Codes of the same goods and grade that count already. */
  readonly read?: readonly string[];
}

/** The goods and pieces of an allot by every code that may be scanned for them: asked once, so that a scan waits for nothing. */
export function useCodes(allotId: number | undefined): ReadonlyMap<string, Scannable> {
  const read = useRead(allot, allotCalls.codes, { input: { id: allotId ?? 0 }, when: allotId !== undefined });
  const list = read.value?.list;
  return useMemo(
    () =>
      new Map(
        (list ?? []).flatMap((of) => [
          ...piecesOf(of),
          ...of.codes.map((code) => [code, { goods: of.sku_id }] as const),
        ]),
      ),
    [list],
  );
}

const piecesOf = ({ sku_id: goods, pieces }: ScannedGoods): (readonly [string, Scannable])[] =>
  pieces.flatMap((piece) => {
    const read = pieces.flatMap((one) =>
      one.read && one.imperfect_type === piece.imperfect_type ? one.unique_code : [],
    );
    return [piece.unique_code, ...(piece.epc === null ? [] : [piece.epc])].map(
      (code) => [code, { goods, piece, read }] as const,
    );
  });

/** Of a line that is counted: what is counted, and what is expected. */
export interface Counted {
  readonly field: string;
  readonly most: string;
}

/**
 * One piece more of some goods: on the first of their lines that still waits for some, else on the last, for what is too many is counted as
 * well. A piece with a code of its own is of its grade's line, and counts once. Undefined of goods that are in none.
 */
export function scanned(
  answers: readonly LineAnswer[],
  { of, ...what }: Scannable & { of: Counted },
): { key: string; change: Values; qty: number; again?: true } | undefined {
  const { goods, piece } = what;
  const own = answers.filter(
    ({ line }) => line.sku_id === goods && (!piece || line.imperfect_type === piece.imperfect_type),
  );
  const counted = ({ values }: LineAnswer): number => Number(values[of.field] ?? 0);
  const found = own.find((answer) => counted(answer) < Number(answer.line[of.most] ?? 0)) ?? own.at(-1);
  if (!found) return undefined;
  const now = counted(found);
  const qty = now + 1;
  if (!piece) return { key: found.key, change: { [of.field]: qty }, qty };
  // Naming one names all: those that count already go on doing so.
  const codes = [...new Set([...((found.values.codes ?? []) as string[]), ...(what.read ?? [])])];
  if (codes.includes(piece.unique_code)) return { key: found.key, change: {}, qty: now, again: true };
  return { key: found.key, change: { [of.field]: qty, codes: [...codes, piece.unique_code] }, qty };
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
