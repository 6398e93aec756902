import { sql } from 'kysely';
import { negativeCause, negativeState } from '#contract/areas/warehouse/negative-enums.ts';
import { negativeOpened } from '#contract/areas/warehouse/negative-events.ts';
import { negativeInventory } from '#contract/areas/warehouse/negative-inventory.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import { historyOf } from '#server/kit/audit-trail.ts';
import type { Events } from '#server/kit/events.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import type { OffsetBy, Shortfall } from '#server/ledger/negatives.ts';
import { contextOf } from './context-of.ts';

interface Opening {
  readonly shortfalls: readonly Shortfall[];
  readonly by: OffsetBy;
}

/** Writes a case for each line that took pieces which were not there, with the first row of its history, and says so (`negativeOpened`). */
export async function openCases(
  tx: Tx,
  { numbers, events }: { numbers: Pick<Numbers, 'take'>; events: Pick<Events, 'emit'> },
  { shortfalls, by }: Opening,
): Promise<void> {
  const { adminId, opId } = by;
  const asked = rowsOf('a', {
    negative_no: ['text', await numbers.take(negativeInventory.number, new Date(), shortfalls.length)],
    location_id: ['bigint', shortfalls.map(({ location }) => location)],
    sku_id: ['bigint', shortfalls.map(({ skuId }) => skuId)],
    imperfect_type: ['smallint', shortfalls.map(({ imperfectType }) => imperfectType)],
    source_type: ['text', shortfalls.map(({ source }) => source.docType)],
    source_id: ['bigint', shortfalls.map(({ source }) => source.docId)],
    source_no: ['text', shortfalls.map(({ source }) => source.docNo)],
    source_line_id: ['bigint', shortfalls.map(({ lineId }) => lineId)],
    biz_type: ['smallint', shortfalls.map(({ bizType }) => bizType)],
    cause: ['smallint', shortfalls.map(({ rule }) => (rule === null ? negativeCause.sold : negativeCause.rule))],
    rule_id: ['bigint', shortfalls.map(({ rule }) => rule)],
    happened_at: ['timestamptz', shortfalls.map(({ at }) => at)],
    out_qty: ['bigint', shortfalls.map(({ out }) => out)],
    qty: ['bigint', shortfalls.map(({ qty }) => qty)],
    temp_cost: ['bigint', shortfalls.map(({ tempCost }) => tempCost)],
  });
  const { rows } = await sql<{ id: number; negative_no: string; warehouse_id: number }>`
    with opened as (
      insert into negative_inventory (negative_no, warehouse_id, sku_id, imperfect_type, source_type, source_id, source_no, source_line_id, biz_type, cause, rule_id,
        happened_at, out_qty, qty, open_qty, temp_cost, status, last_edited_by, created_by, updated_by)
      select a.negative_no, l.warehouse_id, a.sku_id, a.imperfect_type, a.source_type, a.source_id, a.source_no, a.source_line_id, a.biz_type, a.cause, a.rule_id,
        a.happened_at, a.out_qty, a.qty, a.qty, a.temp_cost, ${negativeState.open}::smallint, ${adminId}::bigint, ${adminId}::bigint, ${adminId}::bigint
      from ${asked} join location l on l.id = a.location_id order by a.place
      returning id, negative_no, warehouse_id, source_no
    ), history as (
      ${historyOf(
        { adminId, opId },
        {
          docType: negativeInventory.name,
          action: 'add',
          label: '产生',
          no: sql`negative_no`,
          toStatus: sql`${negativeState.open}`,
          remark: sql`source_no`,
          rows: sql`opened order by id`,
        },
      )}
    )
    select id, negative_no, warehouse_id from opened order by id`.execute(tx);
  await events.emit(contextOf(tx, by), negativeOpened, {
    cases: shortfalls.map(({ skuId, imperfectType, source, lineId, at, qty, tempCost }, place) => {
      const made = rows[place];
      if (!made) throw new Error('a case of negative stock was not written');
      return {
        negative_id: made.id,
        negative_no: made.negative_no,
        warehouse_id: made.warehouse_id,
        sku_id: skuId,
        imperfect_type: imperfectType,
        source_type: source.docType,
        source_id: source.docId,
        source_no: source.docNo,
        source_line_id: lineId,
        happened_at: at,
        qty,
        temp_cost: tempCost,
      };
    }),
  });
}
