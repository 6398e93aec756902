import type { allot } from '#contract/areas/allocation/allot.ts';
import type { allotDiff } from '#contract/areas/allocation/allot-diff.ts';
import { decideType } from '#contract/areas/allocation/allot-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import type { CodeMove } from '#server/ledger/code-move.ts';
import { findCodes } from '#server/ledger/codes.ts';
import type { Ruling } from '../diff/rulings.ts';

/**
 * Which of the missing pieces with codes each decision is of: all of a line that is decided in one way, else those that are named. Refuses, by
 * its line, what is no code that is missing, and codes of which nobody says what became of them.
 */
export async function decidedPieces(
  { context }: Step<typeof allotDiff>,
  rulings: readonly Ruling[],
): Promise<number[][]> {
  const told = rulings.flatMap(({ codes }) => codes ?? []);
  const found = await findCodes(context.db, told);
  const left = new Map(rulings.map(({ line }) => [line.id, new Set(line.code_ids ?? [])]));
  const decided = rulings.map(({ line, qty, codes, field }) => {
    const missing = left.get(line.id) ?? new Set<number>();
    const isWhole = rulings.filter((other) => other.line.id === line.id).length === 1;
    if (isWhole && !codes?.length) return [...missing].filter((id) => missing.delete(id));
    if ((codes ?? []).length > qty)
      throw new Refusal('invalid', `判定 ${qty} 件，指明了 ${codes?.length} 个唯一码`, field);
    return (codes ?? []).map((text) => {
      const id = found.get(text)?.id ?? 0;
      if (!missing.delete(id)) throw new Refusal('invalid', `${text} 不是此明细缺少的唯一码，或已指明过`, field);
      return id;
    });
  });
  for (const { line, field } of rulings) {
    const open = left.get(line.id)?.size ?? 0;
    if (open > 0) throw new Refusal('invalid', `还有 ${open} 个缺少的唯一码没有指明判为哪种`, field);
  }
  return decided;
}

/** The steps by which pieces go where they were decided to be. */
export function movesOfDecided(
  rulings: readonly Ruling[],
  decided: readonly (readonly number[])[],
  { out_warehouse_id: sender, in_warehouse_id: receiver }: LockedDocument<typeof allot>,
): CodeMove[] {
  return rulings.flatMap(({ line, decide }, place) =>
    (decided[place] ?? []).map((codeId): CodeMove => {
      const lineId = line.allot_line_id;
      if (decide === decideType.lost) return { codeId, lineId, step: 'writeOff' };
      return { codeId, lineId, step: 'sign', warehouseId: decide === decideType.back ? sender : receiver };
    }),
  );
}
