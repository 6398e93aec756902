import { sql } from 'kysely';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { Source } from './posting.ts';

/** Codes that are made for one order: their numbers, and which goods each is for. */
export interface Issue {
  readonly source: Source;
  /** Where they are to be used, where that is known. */
  readonly warehouseId: number | null;
  readonly codes: readonly { readonly number: string; readonly skuId: number; readonly imperfectType: number }[];
  readonly opId: string;
  readonly adminId: number;
  /** ISO. */
  readonly at: string;
}

/** Makes the codes of an order, each with the first event of its life; two statements, however many they are. */
export async function issueCodes(tx: Tx, { source, warehouseId, codes, opId, adminId, at }: Issue): Promise<void> {
  const rows = rowsOf('n', {
    number: ['text', codes.map(({ number }) => number)],
    sku_id: ['bigint', codes.map(({ skuId }) => skuId)],
    imperfect_type: ['smallint', codes.map(({ imperfectType }) => imperfectType)],
  });
  await sql`
    insert into piece_code (unique_code, sku_id, imperfect_type, code_order_id, warehouse_id)
    select number, sku_id, imperfect_type, ${source.docId}::bigint, ${warehouseId}::bigint from ${rows} order by place`.execute(
    tx,
  );
  await sql`
    insert into code_event (code_id, seq, event_type, from_status, to_status, from_warehouse_id, to_warehouse_id, from_imperfect_type, imperfect_type, doc_type, doc_id,
      doc_no, op_id, admin_id, happened_at)
    select id, 1, 1, 0, 1, warehouse_id, warehouse_id, imperfect_type, imperfect_type, ${source.docType}, ${source.docId}, ${source.docNo}, ${opId}::uuid, ${adminId}::bigint, ${at}::timestamptz
    from piece_code where code_order_id = ${source.docId} and seq = 0 order by id`.execute(tx);
}
