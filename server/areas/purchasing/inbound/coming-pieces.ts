import { sql } from 'kysely';
import { codeStatus } from '#contract/areas/codes/code-enums.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import type { InboundGoods } from '#contract/areas/purchasing/inbound-entry.ts';
import { arrayOf, rowsOf } from '#server/database/rows-of.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';
import { dropScans, keepScans, nameScans } from '#server/ledger/code-scans.ts';
import { findCodes, statusWords } from '#server/ledger/codes.ts';
import { madeFor } from './made-for.ts';

// Pieces with codes of their own that a batch brings: what a tablet is given of them, and what it reads.

/** A piece whose own code was read for a batch. */
export interface ComingPiece {
  readonly id: number;
  readonly uniqueCode: string;
  readonly skuId: number;
  readonly skuNo: string;
  /** Why it cannot come in with the batch, as the books say. */
  readonly why: string | undefined;
  /** It counts already. */
  read: boolean;
}

/** The pieces that a batch may bring by what their codes were made for, by goods. */
export async function piecesToCome(
  { db }: ReadContext,
  batch: { id: number; arrival_id: unknown; warehouse_id: unknown },
): Promise<ReadonlyMap<number, NonNullable<InboundGoods['pieces']>>> {
  const made = await madeFor(db, batch);
  const { rows } = await sql<{ sku_id: number; pieces: NonNullable<InboundGoods['pieces']> }>`
    select c.sku_id, json_agg(json_build_object('unique_code', c.unique_code, 'epc', c.epc) order by c.id) as pieces
    from ${rowsOf('m', { type: ['smallint', made.map(({ type }) => type)], no: ['text', made.map(({ no }) => no)] })}
    join code_order o on o.source_type = m.type and o.source_no = m.no and o.status <> -1 join piece_code c on c.code_order_id = o.id
    where c.status = ${codeStatus.bound} and coalesce(c.warehouse_id, ${batch.warehouse_id}) = ${batch.warehouse_id}
      and c.sku_id in (select d.sku_id from in_ware_batch_detail d where d.in_ware_batch_id = ${batch.id}) group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ sku_id, pieces }) => [sku_id, pieces]));
}

/** The pieces that codes and tags name, by what was read, as far as the caller sees their goods. */
export async function comingPieces(
  { db, actor }: WriteContext,
  batch: { id: number; warehouseId: number },
  texts: readonly string[],
): Promise<{ byText: ReadonlyMap<string, ComingPiece>; byId: ReadonlyMap<number, ComingPiece> }> {
  const found = await findCodes(db, texts);
  if (found.size === 0) return { byText: new Map(), byId: new Map() };
  const { rows } = await sql<{ id: number; sku_no: string; read: boolean }>`
    select c.id, k.sku_no, exists (${standingReads(batch.id)} and e.code_id = c.id) as read from piece_code c join sku k on k.id = c.sku_id
    where c.id = any(${arrayOf('bigint', [...new Set([...found.values()].map(({ id }) => id))])}) and ${isVisible(sku, actor, 'k')}`.execute(
    db,
  );
  const shown = new Map(rows.map((row) => [row.id, row]));
  const byId = new Map<number, ComingPiece>();
  for (const { id, uniqueCode, skuId, status, warehouseId } of found.values()) {
    const row = shown.get(id);
    if (!row) continue;
    const why =
      status !== codeStatus.bound
        ? `唯一码 ${uniqueCode} 当前为“${statusWords(status)}”，只有已绑定的码可以随货入库`
        : warehouseId !== null && warehouseId !== batch.warehouseId
          ? `唯一码 ${uniqueCode} 不在本仓使用`
          : undefined;
    byId.set(id, { id, uniqueCode, skuId, skuNo: row.sku_no, why, read: row.read });
  }
  const byText = [...found].flatMap(([text, { id }]) => {
    const piece = byId.get(id);
    return piece ? [[text, piece] as const] : [];
  });
  return { byText: new Map(byText), byId };
}

/** The entries `e` of a batch that count pieces by their codes, and that nobody has taken back. */
const standingReads = (batchId: number) => sql`
  select 1 from in_ware_batch_entry e where e.in_ware_batch_id = ${batchId} and e.kind = 'add' and e.outcome = 'accepted' and e.code_id is not null
    and not exists (select 1 from in_ware_batch_entry v where v.voids = e.op_id and v.outcome = 'accepted')`;

/** Keeps which codes come in with the pieces of a batch, and forgets those that were taken back. */
export async function followReads(
  { db, actor, now }: WriteContext,
  batchId: number,
  judged: readonly { kind: string; outcome: string; code_id: number | null }[],
): Promise<void> {
  const source = { docType: inWareBatch.name, docId: batchId };
  // In their order: what was read, taken back and read again is read.
  const reads = new Map<number, boolean>();
  for (const { kind, outcome, code_id } of judged)
    if (outcome === 'accepted' && code_id !== null) reads.set(code_id, kind === 'add');
  const codes = (read: boolean) => [...reads].flatMap(([id, is]) => (is === read ? id : []));
  await dropScans(db, source, codes(false));
  await keepScans(db, source, { codeIds: codes(true), adminId: actor.id, at: now.toISOString() });
}

/**
 * Says of the codes that were read which line of the posting their pieces are of, where grade and date leave no doubt and the line has room for
 * them; of the others somebody says it by hand.
 */
export async function placeReads(
  { db, actor, now }: WriteContext,
  batchId: number,
  posted: readonly { detail_id: number; qty: number }[],
): Promise<void> {
  const { rows } = await sql<{ code_id: number; lines: number[] }>`
    select s.code_id, array_agg(d.id order by d.id) as lines from code_scan s
    join in_ware_batch_entry e on e.in_ware_batch_id = s.doc_id and e.code_id = s.code_id and e.kind = 'add' and e.outcome = 'accepted'
      and not exists (select 1 from in_ware_batch_entry v where v.voids = e.op_id and v.outcome = 'accepted')
    join in_ware_batch_detail d on d.in_ware_batch_id = s.doc_id and d.sku_id = e.sku_id and d.imperfect_type = e.imperfect_type
      and d.expire_at is not distinct from e.expire_at and d.id = any(${arrayOf(
        'bigint',
        posted.filter(({ qty }) => qty > 0).map(({ detail_id }) => detail_id),
      )})
    where s.doc_type = ${inWareBatch.name} and s.doc_id = ${batchId} and s.line_id is null group by 1 order by 1`.execute(
    db,
  );
  const source = { docType: inWareBatch.name, docId: batchId };
  const by = { adminId: actor.id, at: now.toISOString() };
  for (const { detail_id: lineId, qty } of posted) {
    const codeIds = rows.flatMap(({ code_id, lines }) => (lines.length === 1 && lines[0] === lineId ? code_id : []));
    if (codeIds.length > 0 && codeIds.length <= qty) await nameScans(db, source, { lineId, codeIds, ...by });
  }
}
