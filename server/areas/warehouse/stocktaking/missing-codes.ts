import { type Kysely, sql } from 'kysely';
import { codeStatus } from '#contract/areas/codes/code-enums.ts';
import { stocktaking, takeType } from '#contract/areas/warehouse/stocktaking.ts';
import type { AnsweredLine } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Step } from '#server/kit/step.ts';
import { forgetNamedScans, nameScans } from '#server/ledger/code-scans.ts';
import { findCodes, statusWords } from '#server/ledger/codes.ts';
import { GoodsRefusal } from '#server/ledger/goods-refusal.ts';
import { codesOfPart } from './code-sets.ts';
import { foundPieces, readPieces } from './read-pieces.ts';
import { readScope } from './scope.ts';

// A count that misses pieces with codes asks which: they are named on the line of their goods, never guessed (amendments A, H5).

type Answered = AnsweredLine & { readonly codes?: readonly string[] | null };

const answersOf = ({ input }: Step<typeof stocktaking>): Answered[] => input.lines ?? [];

/** A code that is said to be missing. */
export interface MissingCode {
  readonly codeId: number;
  readonly lineId: number;
  /** It stands where the line counts; otherwise it was reported lost since it was counted, and its piece with it. */
  readonly stands: boolean;
}

/** Codes of lines: those that stand there, and those that were reported lost there after the line was counted. */
const fitsLine = sql`
  join location w on w.warehouse_id = t.warehouse_id and w.kind = 'warehouse'
  cross join lateral (select
    c.status in (${sql.lit(codeStatus.inStock)}, ${sql.lit(codeStatus.imperfect)}) and c.location_id = w.id and c.imperfect_type = l.imperfect_type as stands,
    c.status = ${sql.lit(codeStatus.lost)} and exists (select 1 from code_event e where e.code_id = c.id and e.seq = c.seq and e.from_location_id = w.id
      and e.from_imperfect_type = l.imperfect_type and e.happened_at > l.counted_at) as lost) f`;

/** The codes that are named as missing and still are, by line; those that were reported lost first. Of a take by codes, those that were not read. */
export async function missingCodes(db: Kysely<unknown>, sheetId: number): Promise<MissingCode[]> {
  const scope = await readScope(db, sheetId);
  if (scope.byCodes) return (await codesOfPart(db, scope, 'missing')).map((code) => ({ ...code, stands: true }));
  const { rows } = await sql<MissingCode>`
    select c.id as "codeId", l.id as "lineId", f.stands from code_scan s join stocktaking_line l on l.id = s.line_id and l.stocktaking_id = s.doc_id
      join stocktaking t on t.id = s.doc_id join piece_code c on c.id = s.code_id and c.sku_id = l.sku_id ${fitsLine}
    where s.doc_type = ${stocktaking.name} and s.doc_id = ${sheetId} and (f.stands or f.lost) order by f.stands, c.id`.execute(
    db,
  );
  return rows;
}

/** Refuses, by its line, what is no code of the missing pieces: of other goods, elsewhere, read by the count itself, or more than are missing. */
export async function guardMissing(step: Step<typeof stocktaking>): Promise<void> {
  const { context, document } = step;
  if (document.take_type === takeType.codes)
    throw new Refusal('illegalTransition', '唯一码盘点中没有读到的码就是盘亏的码，不用指明');
  const answers = answersOf(step);
  const lines = new Map((await step.lines()).map((line) => [line.id, line]));
  const found = await findCodes(
    context.db,
    answers.flatMap(({ codes }) => codes ?? []),
  );
  const fits = await judged(
    context,
    document.id,
    answers.flatMap(({ line_id, codes }) =>
      (codes ?? []).map((text) => ({ line_id, code_id: found.get(text)?.id ?? 0 })),
    ),
  );
  const returned = await lostByLine(context.db, document.id);
  const told = new Map<number, string>();
  for (const [place, { line_id, codes }] of answers.entries()) {
    const line = lines.get(line_id);
    const refuse = (words: string) => new Refusal('invalid', words, `lines.${place}.codes`);
    const back = returned.get(line_id) ?? 0;
    // A lost piece that was read is none of those that should stand there: for each, one more of those is missing.
    const missing = Math.max(back - Number(line?.diff_qty ?? 0), 0);
    if ((codes ?? []).length > missing) {
      const why = back > 0 ? `（读到丢失的 ${back} 件）` : '';
      throw refuse(`此明细盘亏 ${missing} 件${why}，指明了 ${(codes ?? []).length} 个唯一码`);
    }
    for (const text of codes ?? []) {
      const code = found.get(text);
      if (!code || code.skuId !== line?.sku_id) throw refuse(`${text} 不是此货品的唯一码`);
      const twice = told.get(code.id);
      if (twice !== undefined) throw refuse(`唯一码 ${text} 与 ${twice} 重复`);
      told.set(code.id, text);
      const fit = fits.get(code.id);
      if (fit?.read) throw refuse(`唯一码 ${text} 盘点时读到过，不能指为盘亏`);
      if (!fit?.fits) throw refuse(`唯一码 ${text} 当前为“${statusWords(code.status)}”，不在此盘点仓库和品级的账上`);
    }
  }
}

async function judged(
  { db }: WriteContext,
  sheetId: number,
  asked: readonly { line_id: number; code_id: number }[],
): Promise<Map<number, { fits: boolean; read: boolean }>> {
  const { rows } = await sql<{ id: number; fits: boolean; read: boolean }>`
    with ${readPieces(sheetId)}
    select c.id, f.stands or f.lost as fits, c.id in (select code_id from read_piece) as read
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (line_id bigint, code_id bigint)
      join stocktaking_line l on l.id = a.line_id and l.stocktaking_id = ${sheetId} join stocktaking t on t.id = l.stocktaking_id
      join piece_code c on c.id = a.code_id ${fitsLine}`.execute(db);
  return new Map(rows.map(({ id, ...fit }) => [id, fit]));
}

/** Keeps which codes are missing, in place of what was said of the same lines before. */
export async function nameMissing(step: Step<typeof stocktaking>): Promise<undefined> {
  const { context, document } = step;
  const { db, actor, now } = context;
  const found = await findCodes(
    db,
    answersOf(step).flatMap(({ codes }) => codes ?? []),
  );
  for (const { line_id, codes } of answersOf(step)) {
    const codeIds = (codes ?? []).flatMap((text) => found.get(text)?.id ?? []);
    await nameScans(
      db,
      { docType: stocktaking.name, docId: document.id },
      { lineId: line_id, codeIds, adminId: actor.id, at: now.toISOString() },
    );
  }
  await countNamed(db, document.id);
  return undefined;
}

async function countNamed(db: Kysely<unknown>, sheetId: number): Promise<void> {
  await sql`
    update stocktaking_line l set named_qty = (select count(*) from code_scan s where s.doc_type = ${stocktaking.name} and s.doc_id = ${sheetId} and s.line_id = l.id)
    where l.stocktaking_id = ${sheetId}`.execute(db);
}

/**
 * Refuses a sheet that would take pieces with a code without saying which, by the goods and how many are to be named: of what is missing, and of
 * what lost pieces that were read stand in for.
 */
export async function refuseUnnamed({ db }: WriteContext, sheetId: number): Promise<void> {
  if ((await readScope(db, sheetId)).byCodes) return;
  const named = await missingCodes(db, sheetId);
  const returned = await lostByLine(db, sheetId);
  const { rows } = await sql<{ id: number; sku_id: number; sku_no: string; diff: number; plain: number }>`
    select l.id, l.sku_id, k.sku_no, coalesce(l.diff_qty, 0)::bigint as diff, greatest(b.on_hand + b.open_negative - b.coded, 0) as plain
    from stocktaking_line l join stocktaking t on t.id = l.stocktaking_id join sku k on k.id = l.sku_id
      join stock_balance b on b.warehouse_id = t.warehouse_id and b.sku_id = l.sku_id and b.imperfect_type = l.imperfect_type
    where l.stocktaking_id = ${sheetId} and (l.diff_qty < 0 or l.id = any(${[...returned.keys()]}::bigint[])) and b.coded > 0 order by k.sku_no, l.imperfect_type`.execute(
    db,
  );
  for (const { id, sku_id: skuId, sku_no: skuNo, diff, plain } of rows) {
    const back = returned.get(id) ?? 0;
    const own = named.filter(({ lineId }) => lineId === id);
    const wanted = back - diff - plain - own.length;
    const what = back > 0 ? `读到丢失的 ${back} 件，账上另有 ${back - diff} 件未盘到` : `盘亏 ${-diff} 件`;
    if (wanted > 0)
      throw new GoodsRefusal(
        'invalid',
        { skuId, skuNo },
        (goods) => `${goods} ${what}，没有唯一码的只有 ${plain} 件，请用“指明盘亏唯一码”再指明 ${wanted} 件`,
        'lines',
      );
  }
}

/** How many lost pieces the counts of a sheet have read, by line. */
async function lostByLine(db: Kysely<unknown>, sheetId: number): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  for (const { lineId, refound } of await foundPieces(db, sheetId))
    if (!refound) counts.set(lineId, (counts.get(lineId) ?? 0) + 1);
  return counts;
}

/** A sheet that is counted again says anew which codes are missing. */
export async function forgetMissing({ db }: WriteContext, sheetId: number): Promise<void> {
  await forgetNamedScans(db, { docType: stocktaking.name, docId: sheetId });
  await countNamed(db, sheetId);
}
