import { type Kysely, sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import { outState } from '#contract/areas/allocation/allot-enums.ts';
import { allotOut } from '#contract/areas/allocation/allot-out.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { readBareLines } from '#server/kit/lines.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { TransitionHooks } from '#server/kit/step.ts';
import { takeSteps } from '#server/kit/take-step.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { withOwnBatches } from '../out/named-batches.ts';
import { pickGoods, pickLines } from '../out/pick.ts';
import { sideOf, type Work } from './hold-work.ts';

/** A line of an allot as one of its ends counts it. */
export interface WorkLine {
  readonly line_id: number;
  readonly out_line_id: number | null;
  readonly sku_id: number;
  readonly imperfect_type: number;
  /** Pieces that are to be picked, or that were sent. */
  readonly plan_qty: number;
  /** When a desk last said how much was picked, and how often it has. */
  readonly stated_at: string | null;
  readonly times: number;
  /** The batch it takes its pieces from, and how many of it there are for it; none where the order of batches says. */
  readonly stock_batch_id: number | null;
  readonly batch_no: string | null;
  readonly batch_most: number | null;
  /** out_order of domain.md §2, by the rule that holds for its goods at the sender. */
  readonly out_order: number | null;
  /** What was counted: what a desk said, and what was sent in since. */
  counted: number;
}

/** The lines of an allot that is held, with what was counted of each at this end. */
export async function readLines(
  { policies }: Pick<Kit, 'policies'>,
  db: Kysely<unknown>,
  { id, end, sender }: Pick<Work, 'id' | 'end' | 'sender'>,
): Promise<WorkLine[]> {
  const { rows } = await sql<WorkLine>`
    select l.id as line_id, p.id as out_line_id, l.sku_id, l.imperfect_type, case when ${end === 'out'} then l.qty else l.send_qty end as plan_qty,
      s.stated_at, coalesce(s.times, 0) as times, coalesce(s.qty, 0) + coalesce(c.qty, 0) as counted,
      t.id as stock_batch_id, t.serial_no as batch_no, t.qty_remain - t.qty_locked + coalesce(h.qty, 0) as batch_most,
      case when ${end === 'out'} then ${policies.outOrder} end as out_order
    from allot_line l
    left join stock_balance b on b.location_id = ${locationsOf(sender).warehouse} and b.sku_id = l.sku_id and b.imperfect_type = l.imperfect_type
    left join allot_out u on u.allot_id = l.allot_id left join allot_out_line p on p.allot_out_id = u.id and p.allot_line_id = l.id
    left join stock_batch t on t.id = coalesce(p.stock_batch_id, l.stock_batch_id) and ${end === 'out'}
    left join lateral (
      select sum(k.qty - k.qty_released)::bigint as qty from stock_lock k
      where k.doc_type = ${allot.name} and k.doc_id = l.allot_id and k.line_id = l.id and k.in_ware_detail_id = t.in_ware_detail_id and k.qty_released < k.qty) h on true
    left join allot_out_stated s on s.out_line_id = p.id and ${end === 'out'}
    left join lateral (
      select sum(c.qty)::bigint as qty from allot_counted c
      where c.allot_id = l.allot_id and c.line_id = l.id and c.side = ${sideOf(end)} and c.statement = coalesce(s.times, 0)) c on true
    where l.allot_id = ${id} order by l.id`.execute(db);
  return rows;
}

/** Writes what the entries of an allot add up to, once they are kept. */
export async function writeCounted(kit: Kit, context: WriteContext, work: Work): Promise<void> {
  if (work.end === 'out') await writePicked(kit, context, work);
  else await writeReceived(context, work);
}

/**
 * What was picked follows the entries, and so do the locks. The history tells that picking began, or that cartons were opened for it, not each
 * scan: who scanned what stands in the entries. Else its version stays, so that nobody at a desk is refused for a scan.
 */
async function writePicked(kit: Kit, context: WriteContext, { id, out, ...work }: Work): Promise<void> {
  if (!out) throw new Error(`allot ${id} is picked and has nothing to pick by`);
  const { db, actor, now } = context;
  const all = await readLines(kit, db, { id, ...work });
  if (out.status !== outState.picking) {
    const effect: TransitionHooks<typeof allotOut> = { effect: (step) => pickGoods(kit, step) };
    const lines = all.map(({ out_line_id, counted, stock_batch_id }) => ({
      line_id: out_line_id ?? 0,
      pick_qty: counted,
      stock_batch_id,
    }));
    await takeSteps(context, {
      definition: allotOut,
      names: ['pick'],
      input: { id: out.id, lines },
      hooks: { transitions: { pick: effect } },
      bySystem: true,
    });
    return;
  }
  await sql`
    update allot_out_line p set pick_qty = c.qty
    from jsonb_to_recordset(${JSON.stringify(all.map(({ out_line_id, counted }) => ({ id: out_line_id, qty: counted })))}::jsonb) as c (id bigint, qty bigint)
    where p.id = c.id and p.allot_out_id = ${out.id} and p.pick_qty is distinct from c.qty`.execute(db);
  const { rows } = await sql<{ out_warehouse_id: number }>`
    select out_warehouse_id from allot_out where id = ${out.id}`.execute(db);
  const lines = await withOwnBatches(db, await readBareLines(db, allotOut, out.id));
  await pickLines(kit, context, { allotId: id, warehouse: rows[0]?.out_warehouse_id ?? 0, lines });
  await sql`
    update allot_out set pick_qty = ${all.reduce((sum, { counted }) => sum + counted, 0)}, picker_id = ${actor.id}, picked_at = ${now.toISOString()},
      updated_by = ${actor.id}, updated_at = ${now.toISOString()} where id = ${out.id}`.execute(db);
}

/** What was counted at the receiver stands beside what was sent until somebody signs for it; of several kinds of damage the commonest is told. */
async function writeReceived({ db }: WriteContext, { id }: Work): Promise<void> {
  await sql`
    update allot_line l set counted_qty = c.qty, counted_imperfect_qty = c.damaged, counted_damage_type = c.damage
    from (
      select l.id, coalesce(sum(c.qty), 0)::bigint as qty, coalesce(sum(c.qty) filter (where c.damage_type is not null), 0)::bigint as damaged,
        (select d.damage_type from allot_counted d where d.line_id = l.id and d.side = 2 and d.damage_type is not null
          group by 1 order by sum(d.qty) desc, 1 limit 1) as damage
      from allot_line l left join allot_counted c on c.line_id = l.id and c.side = 2 where l.allot_id = ${id} group by l.id
    ) c
    where c.id = l.id and (l.counted_qty, l.counted_imperfect_qty, l.counted_damage_type) is distinct from (c.qty, c.damaged, c.damage)`.execute(
    db,
  );
}
