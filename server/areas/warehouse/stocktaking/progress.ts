import { sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import type { SheetException, SheetProgress } from '#contract/areas/warehouse/count-entry.ts';
import { stocktaking, stocktakingState } from '#contract/areas/warehouse/stocktaking.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { lackReason } from './review.ts';
import { isBeforeItsRound, roundStarts } from './round-starts.ts';
import { type Sheet, sheetFor } from './sheet.ts';

/** How a sheet stands: zones with their counts and devices, what waits for a person, what waits for locks. */
export async function readProgress(context: ReadContext, { id }: { id: number }): Promise<SheetProgress> {
  const sheet = await sheetFor(context, id);
  return {
    id,
    status: sheet.status,
    round: sheet.round,
    zones: await zonesOf(context, { id, round: sheet.round }),
    exceptions: await exceptionsOf(context, id),
    missing_reasons: await missingReasons(context, sheet),
    shortfalls: await shortfallsOf(context, id),
  };
}

async function zonesOf(
  { db }: ReadContext,
  { id, round }: { id: number; round: number },
): Promise<SheetProgress['zones']> {
  const { rows } = await sql<SheetProgress['zones'][number]>`
    select z.id, z.code, z.name, z.closed_at, a.nickname as closed_by_name, z.override_reason,
      coalesce(c.entries, 0) as entries, coalesce(c.pieces, 0)::bigint as pieces, coalesce(c.goods, 0) as goods, c.last_count_at,
      coalesce((
        select jsonb_agg(jsonb_build_object('device_id', d.device_id, 'device_name', d.device_name, 'admin_name', p.nickname, 'unsent', d.unsent,
          'finished_at', d.finished_at, 'reported_at', d.reported_at) order by d.registered_at)
        from stocktaking_device d join admin p on p.id = d.admin_id where d.stocktaking_id = ${id} and d.round = z.round and d.zone = z.code), '[]') as devices
    from stocktaking_zone z left join admin a on a.id = z.closed_by
    left join lateral (
      select count(*) as entries, coalesce(sum(qty) filter (where kind = 'add' and code_id is null), 0) + count(distinct code_id) as pieces, count(distinct coalesce(sku_id::text, barcode)) as goods, max(counted_at) as last_count_at
      from stocktaking_standing where stocktaking_id = ${id} and round = ${round} and zone = z.code and outcome in ('accepted', 'unknown')
    ) c on true
    where z.stocktaking_id = ${id} and z.round = ${round} order by z.id`.execute(db);
  return rows;
}

// Which differences are large is for those who review: a blind count's are nobody else's to know.
async function missingReasons({ db, actor }: ReadContext, { id, status }: Sheet): Promise<number[]> {
  if (status !== stocktakingState.toReview || !actor.permissions.has('stocktaking:review')) return [];
  const { rows } = await sql<{ id: number }>`
    select l.id from stocktaking_line l join sku s on s.id = l.sku_id
    where l.stocktaking_id = ${id} and ${await lackReason(db)} order by s.sku_no, l.imperfect_type`.execute(db);
  return rows.map((row) => row.id);
}

async function exceptionsOf({ db, actor }: ReadContext, id: number): Promise<SheetException[]> {
  const { rows } = await sql<SheetException>`
    select c.id as count_id, c.outcome, c.reason, c.barcode, c.zone, c.round, c.kind, c.qty, c.counted_at, a.nickname as counter_name, c.device_id, not ${isBeforeItsRound} as timely,
      case when e.count_id is not null then jsonb_build_object('sku_no', s.sku_no, 'reason', e.reason, 'decided_by_name', d.nickname, 'decided_at', e.decided_at) end as decided
    from stocktaking_open_question c join admin a on a.id = c.counter_id join (${roundStarts(id)}) b on b.round = c.round
    left join stocktaking_exception e on e.count_id = c.id left join sku s on s.id = e.sku_id and ${isVisible(sku, actor, 's')} left join admin d on d.id = e.decided_by
    where c.stocktaking_id = ${id} order by c.id`.execute(db);
  return rows;
}

async function shortfallsOf({ db, actor }: ReadContext, id: number): Promise<SheetProgress['shortfalls']> {
  const { rows } = await sql<SheetProgress['shortfalls'][number]>`
    select f.id, s.sku_no, s.name, f.imperfect_type, f.qty, f.settled_at,
      coalesce((
        select jsonb_agg(jsonb_build_object('doc_type', k.doc_type, 'doc_no', k.doc_no, 'qty', k.qty - k.qty_released))
        from stock_lock k where k.location_id = l.id and k.sku_id = f.sku_id and k.imperfect_type = f.imperfect_type and k.qty_released < k.qty), '[]') as locks
    from stocktaking_shortfall f join stocktaking t on t.id = f.stocktaking_id join location l on l.warehouse_id = t.warehouse_id and l.kind = 'warehouse'
    join sku s on s.id = f.sku_id where f.stocktaking_id = ${id} and ${isVisible(sku, actor, 's')} order by f.id`.execute(
    db,
  );
  return rows;
}

/** Sheets this person may count now, newest plan first. */
export async function readCountable(context: ReadContext): Promise<{
  list: {
    id: number;
    stocktaking_no: string;
    warehouse_name: string;
    plan_date: string;
    status: number;
    round: number;
  }[];
}> {
  const { rows } = await sql<{
    id: number;
    stocktaking_no: string;
    warehouse_name: string;
    plan_date: string;
    status: number;
    round: number;
  }>`
    select t.id, t.stocktaking_no, w.name as warehouse_name, t.plan_date, t.status, t.round
    from stocktaking t join warehouse w on w.id = t.warehouse_id
    where t.status in (1, 3) and (t.counter_ids = '{}' or ${context.actor.id} = any(t.counter_ids)) and ${isVisible(stocktaking, context.actor, 't')}
    order by t.plan_date desc, t.id desc limit 500`.execute(context.db);
  return { list: rows };
}
