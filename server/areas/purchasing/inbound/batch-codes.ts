import { sql } from 'kysely';
import { codeStatus } from '#contract/areas/codes/code-enums.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { batchState } from '#contract/areas/purchasing/inbound-enums.ts';
import type { AnsweredLine } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { LineRow } from '#server/kit/lines.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { nameScans } from '#server/ledger/code-scans.ts';
import { findCodes, statusWords } from '#server/ledger/codes.ts';
import { type ComingCodes, comingCodes } from '#server/ledger/coming-codes.ts';
import { enrolCodes } from '#server/ledger/enrol-codes.ts';
import type { Source } from '#server/ledger/posting.ts';
import { lineField } from './batch-lines.ts';
import { placeReads } from './coming-pieces.ts';
import { madeFor } from './made-for.ts';

/** Whose posting a batch's is. */
export const batchSource = (document: LockedDocument<typeof inWareBatch>): Source => ({
  docType: inWareBatch.name,
  docId: document.id,
  docNo: document.batch_no,
});

interface Posted {
  readonly detail_id: number;
  readonly sku_id: number;
  readonly imperfect_type: number;
  readonly qty: number;
}

/** The codes that come in with the pieces of a batch, written on its lines by number. */
export async function codesOfBatch(
  context: WriteContext,
  document: LockedDocument<typeof inWareBatch>,
  posted: readonly Posted[],
): Promise<ComingCodes> {
  const { db } = context;
  const numbers = await goodsNumbers(context, posted);
  await placeReads(context, document.id, posted);
  const codes = await comingCodes(db, {
    source: batchSource(document),
    warehouseId: document.warehouse_id,
    madeFor: await madeFor(db, document),
    lines: posted.map((line) => ({
      lineId: line.detail_id,
      skuId: line.sku_id,
      skuNo: numbers.get(line.sku_id) ?? '',
      imperfectType: line.imperfect_type,
      qty: line.qty,
    })),
  });
  await countCoded(
    context,
    codes.moves.map(({ lineId }) => Number(lineId)),
  );
  return codes;
}

/** Says in the history of a batch how many pieces have their code, and what is in doubt. */
export async function tellCodes(
  context: WriteContext,
  document: LockedDocument<typeof inWareBatch>,
  { words }: ComingCodes,
): Promise<void> {
  const { docType, docId, docNo } = batchSource(document);
  await writeAudit(
    context,
    words.map((remark) => ({ docType, docId, docNo, action: 'codes', label: '唯一码入库', remark })),
  );
}

async function goodsNumbers({ db }: WriteContext, posted: readonly Posted[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; sku_no: string }>`
    select id, sku_no from sku where id = any(${posted.map(({ sku_id }) => sku_id)}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, sku_no }) => [id, sku_no]));
}

async function countCoded({ db }: WriteContext, lineIds: readonly number[]): Promise<void> {
  if (lineIds.length === 0) return;
  await sql`
    update in_ware_batch_detail d set coded_qty = d.coded_qty + n.qty
    from (select id, count(*) as qty from unnest(${[...lineIds]}::bigint[]) as id group by id) n where d.id = n.id`.execute(
    db,
  );
}

type Answered = AnsweredLine & { readonly codes?: readonly string[] | null };

const answersOf = ({ input }: Step<typeof inWareBatch>): Answered[] => input.lines ?? [];

/** Refuses codes that are nobody's, of other goods, of a piece that is somewhere already, or more of them than the line has pieces. */
export async function guardCodes(step: Step<typeof inWareBatch>): Promise<void> {
  const { context, document } = step;
  const answers = answersOf(step);
  const lines = new Map((await step.lines()).map((line) => [line.id, line]));
  const found = await findCodes(
    context.db,
    answers.flatMap(({ codes }) => codes ?? []),
  );
  const told = new Map<number, string>();
  for (const [place, { line_id, codes }] of answers.entries()) {
    const line = lines.get(line_id);
    const refuse = (words: string) => new Refusal('invalid', words, lineField(place, 'codes'));
    for (const text of codes ?? []) {
      const code = found.get(text);
      if (!code || code.skuId !== line?.sku_id) throw refuse(`${text} 不是此货品的唯一码`);
      if (code.status !== codeStatus.bound)
        throw refuse(`唯一码 ${text} 当前为“${statusWords(code.status)}”，只有已绑定的码可以随货入库`);
      if (code.warehouseId !== null && code.warehouseId !== document.warehouse_id)
        throw refuse(`唯一码 ${text} 不在本仓使用`);
      const twice = told.get(code.id);
      if (twice !== undefined) throw refuse(`唯一码 ${text} 与 ${twice} 重复`);
      told.set(code.id, text);
    }
    const most = roomOf(line, document.status);
    if ((codes ?? []).length > most) throw refuse(`此明细还有 ${most} 件可以指明，扫码 ${(codes ?? []).length} 个`);
  }
}

/** Pieces of a line that may still be given a code: all of them before the posting. */
function roomOf(line: LineRow<typeof inWareBatch> | undefined, status: number): number {
  if (status !== batchState.posted) return Number(line?.count_qty ?? 0);
  return Number(line?.in_qty ?? 0) - Number(line?.coded_qty ?? 0);
}

/** Keeps which codes the pieces have, to come in with them; of pieces that are in, they come in now. */
export async function nameCodes({ policies }: Kit, step: Step<typeof inWareBatch>): Promise<undefined> {
  const { context, document } = step;
  const { db, now, opId, actor } = context;
  const at = now.toISOString();
  const lines = new Map((await step.lines()).map((line) => [line.id, line]));
  const found = await findCodes(
    db,
    answersOf(step).flatMap(({ codes }) => codes ?? []),
  );
  const named = answersOf(step).flatMap(({ line_id, codes }) =>
    codes ? [{ lineId: line_id, codeIds: codes.flatMap((text) => found.get(text)?.id ?? []) }] : [],
  );
  const source = batchSource(document);
  if (document.status !== batchState.posted) {
    for (const one of named) await nameScans(db, source, { ...one, adminId: actor.id, at });
    return undefined;
  }
  const warehouseId = document.warehouse_id;
  const moves = named.flatMap(({ lineId, codeIds }) =>
    codeIds.map((codeId) => ({
      codeId,
      step: 'receive' as const,
      warehouseId,
      imperfectType: Number(lines.get(lineId)?.imperfect_type ?? 0),
      origin: lineId,
      lineId,
    })),
  );
  await enrolCodes({ db, policies }, { source, warehouseId, moves, happenedAt: at, opId, adminId: actor.id });
  await countCoded(
    context,
    moves.map(({ lineId }) => lineId),
  );
  return undefined;
}
