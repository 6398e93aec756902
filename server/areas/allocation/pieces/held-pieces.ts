import type { allotOut } from '#contract/areas/allocation/allot-out.ts';
import { codeStatus } from '#contract/areas/codes/code-enums.ts';
import type { AnsweredLine } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { LineRow } from '#server/kit/lines.ts';
import type { Step } from '#server/kit/step.ts';
import { findCodes, lockCodes, moveCodes } from '#server/ledger/codes.ts';
import type { Source } from '#server/ledger/posting.ts';
import { type AllotPiece, piecesOfAllot } from './pieces-of-allot.ts';
import { whyNotThere } from './scanned-pieces.ts';

// Pieces with codes that are picked are held by their allot from then on: nobody else takes them, and sending takes exactly these along.

/** An entry with the piece that it counts or takes back. */
interface Scanned {
  readonly kind: string;
  readonly outcome: string;
  readonly code_id: number | null;
  readonly line_id: number | null;
}

/** Holds what was scanned by its code, and lets go of what was taken back, in the order in which it was done. */
export async function holdScanned(context: WriteContext, source: Source, judged: readonly Scanned[]): Promise<void> {
  const held = new Map<number, number | null>();
  const free = new Set<number>();
  for (const { kind, outcome, code_id: id, line_id: line } of judged) {
    if (id === null || outcome !== 'accepted') continue;
    if (kind === 'add') {
      if (!free.delete(id)) held.set(id, line);
    } else if (!held.delete(id)) free.add(id);
  }
  await change(context, source, { held: [...held].map(([id, lineId]) => ({ id, lineId })), free: [...free] });
}

async function change(
  { db, actor, now, opId }: WriteContext,
  source: Source,
  { held, free }: { held: readonly { id: number; lineId: number | null }[]; free: readonly number[] },
): Promise<void> {
  await moveCodes(db, {
    source,
    happenedAt: now.toISOString(),
    opId,
    adminId: actor.id,
    moves: [
      ...free.map((codeId) => ({ codeId, step: 'release' as const })),
      ...held.map(({ id: codeId, lineId }) => ({ codeId, lineId, step: 'hold' as const })),
    ],
  });
}

interface Named {
  readonly line: LineRow<typeof allotOut>;
  /** The pieces that are held for the line until now. */
  readonly before: readonly AllotPiece[];
  /** What is to be held in their place; undefined where a desk says nothing of it. */
  readonly after: readonly number[] | undefined;
}

/** Refuses, by its line, what cannot be the pieces that a desk says were picked: nobody's, of other goods, elsewhere, named twice, more than the line, or fewer than tablets have read. */
export async function guardNamed(step: Step<typeof allotOut>): Promise<void> {
  await namedOf(step);
}

/** Holds the pieces that a desk has named in place of those that were held for the same lines; where it names none, these stay. */
export async function holdNamed(step: Step<typeof allotOut>, source: Source): Promise<void> {
  const named = (await namedOf(step)).flatMap(({ line, before, after }) => (after ? { line, before, after } : []));
  const free = named.flatMap(({ before, after }) => before.filter(({ id }) => !after.includes(id)).map(({ id }) => id));
  const held = named.flatMap(({ line, before, after }) =>
    after.filter((id) => !before.some((piece) => piece.id === id)).map((id) => ({ id, lineId: line.allot_line_id })),
  );
  await change(step.context, source, { held, free });
}

async function namedOf({ context, document, input, lines }: Step<typeof allotOut>): Promise<Named[]> {
  const { db } = context;
  const answers = (input.lines ?? []) as (AnsweredLine & { codes?: readonly string[] | null })[];
  const byId = new Map((await lines()).map((line) => [line.id, line]));
  const held = await piecesOfAllot(db, document.allot_id, codeStatus.held);
  const found = await findCodes(
    db,
    answers.flatMap(({ codes }) => codes ?? []),
  );
  const standing = await lockCodes(db, [...new Set([...found.values()].map(({ id }) => id))], 'read');
  const seen = new Set<number>();
  return answers.map(({ line_id, codes }, place) => {
    const line = byId.get(line_id) ?? ({} as LineRow<typeof allotOut>);
    const refuse = (words: string) => new Refusal('invalid', words, `lines.${place}.codes`);
    const before = held.filter(({ lineId }) => lineId === line.allot_line_id);
    const picked = Number(line.pick_qty ?? 0);
    if (!codes?.length) {
      // Where nothing is picked no piece is held: which ones need not be said.
      if (picked === 0) return { line, before, after: [] };
      if (before.length > picked) throw refuse(`此明细已扫 ${before.length} 个唯一码，拣 ${picked} 件时请指明是哪些`);
      return { line, before, after: undefined };
    }
    if (codes.length > picked) throw refuse(`此明细已拣 ${picked} 件，指明了 ${codes.length} 个唯一码`);
    const after = codes.map((text) => {
      const code = standing.get(found.get(text)?.id ?? 0);
      if (!code || code.skuId !== line.sku_id || code.imperfectType !== line.imperfect_type)
        throw refuse(`${text} 不是此货品和品级的唯一码`);
      if (seen.has(code.id)) throw refuse(`唯一码 ${code.uniqueCode} 重复`);
      seen.add(code.id);
      const why = before.some(({ id }) => id === code.id)
        ? undefined
        : whyNotThere(code, { sender: document.out_warehouse_id });
      if (why) throw refuse(why);
      return code.id;
    });
    return { line, before, after };
  });
}
