import { type Kysely, sql } from 'kysely';
import { codeStatus } from '#contract/areas/codes/code-enums.ts';
import type { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import { dealState, dealType } from '#contract/areas/purchasing/return-enums.ts';
import type { AnsweredLine } from '#contract/kit/calls.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { LineRow } from '#server/kit/lines.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import type { CodeMove } from '#server/ledger/code-move.ts';
import { moveCodes } from '#server/ledger/codes.ts';
import { codesScanned, type NamedLine, refuseUnfitCodes } from '#server/ledger/named-codes.ts';
import type { Source } from '#server/ledger/posting.ts';
import { imperfectSource } from '../returns/source-of.ts';

// Imperfect pieces that have codes (domain.md §4.18): 3 or 8 → 4 while a record waits → 8 in their grade → 3 repaired, or 4 → void scrapped.

/** The lines of a record with the codes of their pieces, in the grade that they were found in. */
export const registeredPieces = (lines: readonly LineRow<typeof imperfectRecord>[]): NamedLine[] =>
  lines.map((line, place) => ({
    field: `lines.${place}.code_ids`,
    place: place + 1,
    lineId: line.id ?? null,
    skuId: line.sku_id,
    imperfectType: line.from_type,
    qty: line.qty,
    codeIds: line.code_ids ?? [],
  }));

/** States of pieces that stand there free: good ones and imperfect ones. */
export const freeStates: readonly number[] = [codeStatus.inStock, codeStatus.imperfect];

/** Who moves the codes of a record, and when. */
export const movedBy = ({ now, opId, actor }: WriteContext, source: Source) => ({
  source,
  happenedAt: now.toISOString(),
  opId,
  adminId: actor.id,
});

/** The batches that the pieces of each line came in by, as far as their codes know. */
export async function batchesOfPieces(db: Kysely<unknown>, lines: readonly NamedLine[]): Promise<number[][]> {
  const ids = lines.flatMap(({ codeIds }) => codeIds);
  if (ids.length === 0) return lines.map(() => []);
  const { rows } = await sql<{ id: number; origin: number }>`
    select id, in_ware_detail_id as origin from piece_code where id = any(${ids}::bigint[]) and in_ware_detail_id is not null`.execute(
    db,
  );
  const origins = new Map(rows.map(({ id, origin }) => [id, origin]));
  return lines.map(({ codeIds }) => [...new Set(codeIds.flatMap((id) => origins.get(id) ?? []))]);
}

type Scanned = AnsweredLine & { readonly codes?: readonly string[] | null };

/** What was scanned for the lines of a step: each answer with its line and its codes. */
async function scannedLines(
  step: Step<typeof imperfectRecord>,
  gradeOf: (line: LineRow<typeof imperfectRecord>) => unknown,
): Promise<NamedLine[]> {
  const answers = (step.input.lines ?? []) as (Scanned & { qty?: number })[];
  const byId = new Map((await step.lines()).map((line) => [line.id, line]));
  const codes = await codesScanned(
    step.context.db,
    answers.map((answer, place) => ({ field: `lines.${place}.codes`, place: place + 1, codes: answer.codes ?? [] })),
  );
  return answers.flatMap(({ line_id, qty }, place): NamedLine[] => {
    const line = byId.get(line_id);
    if (!line) return [];
    return [
      {
        field: `lines.${place}.codes`,
        place: place + 1,
        lineId: line_id,
        skuId: line.sku_id,
        imperfectType: gradeOf(line) as number,
        qty: Number(qty ?? line.qty),
        codeIds: codes[place] ?? [],
      },
    ];
  });
}

/** The pieces that are named while a record waits, answer by answer. */
const namedPieces = (step: Step<typeof imperfectRecord>): Promise<NamedLine[]> =>
  scannedLines(step, ({ from_type }) => from_type);

/** The pieces that are dealt with, answer by answer. */
export const dealtPieces = (step: Step<typeof imperfectRecord>): Promise<NamedLine[]> =>
  scannedLines(step, ({ imperfect_type }) => imperfect_type);

/** Refuses codes that are not of the pieces of their lines, or that another line of the record has. */
export async function guardNaming(step: Step<typeof imperfectRecord>): Promise<void> {
  const { context, document } = step;
  const named = await namedPieces(step);
  const answered = new Set(named.map(({ lineId }) => lineId));
  const rest = registeredPieces(await step.lines()).filter(({ lineId }) => !answered.has(lineId));
  // Those that are not answered come first: who names a piece again that they have is told so.
  await refuseUnfitCodes(context.db, [...rest, ...named], {
    warehouseId: document.warehouse_id,
    states: freeStates,
    own: imperfectSource(document),
  });
}

/** Holds the pieces that are named now, in place of those that were named of the same lines before. */
export async function nameCodes(step: Step<typeof imperfectRecord>): Promise<undefined> {
  const { context, document } = step;
  const by = movedBy(context, imperfectSource(document));
  const named = await namedPieces(step);
  const before = new Map((await step.lines()).map((line) => [line.id, line.code_ids ?? []]));
  const had = new Set(named.flatMap(({ lineId }) => (lineId === null ? [] : (before.get(lineId) ?? []))));
  const has = new Set(named.flatMap(({ codeIds }) => codeIds));
  await moveCodes(context.db, {
    ...by,
    moves: [...had].filter((id) => !has.has(id)).map((codeId) => ({ codeId, step: 'release' })),
  });
  await moveCodes(context.db, {
    ...by,
    moves: named.flatMap(({ lineId, codeIds }) =>
      codeIds.filter((id) => !had.has(id)).map((codeId): CodeMove => ({ codeId, step: 'hold', lineId })),
    ),
  });
  await sql`
    update imperfect_record_line l set code_ids = a.code_ids
    from jsonb_to_recordset(${JSON.stringify(named.map(({ lineId, codeIds }) => ({ line_id: lineId, code_ids: codeIds })))}::jsonb)
      as a (line_id bigint, code_ids bigint[])
    where l.id = a.line_id and l.imperfect_record_id = ${document.id}`.execute(context.db);
  return undefined;
}

/** Refuses codes of pieces that are not in the grade that the record brought them to, or that somebody holds. */
export async function refuseUnfitDealt(step: Step<typeof imperfectRecord>): Promise<void> {
  await refuseUnfitCodes(step.context.db, await dealtPieces(step), {
    warehouseId: step.document.warehouse_id,
    states: [codeStatus.imperfect],
  });
}

/** The pieces that wait to be scrapped, each by the line it is of. */
export async function scrappedPieces(
  db: Kysely<unknown>,
  { id }: LockedDocument<typeof imperfectRecord>,
): Promise<CodeMove[]> {
  const { rows } = await sql<{ line_id: number; code_id: number }>`
    select line_id, code_id from imperfect_deal, unnest(code_ids) as code_id
    where imperfect_id = ${id} and deal_type = ${dealType.scrap} and status = ${dealState.waiting}`.execute(db);
  return rows.map(({ line_id: lineId, code_id: codeId }) => ({ codeId, lineId, step: 'scrap' }));
}
