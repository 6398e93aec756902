import { sql } from 'kysely';
import { allotSource } from '#contract/areas/allocation/allot-enums.ts';
import { allotEnded } from '#contract/areas/allocation/allot-events.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { batchAllot } from '#contract/areas/replenishment/batch-allot.ts';
import { batchState } from '#contract/areas/replenishment/rule-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { DocumentHooks, LockedDocument, Step } from '#server/kit/step.ts';
import { makeAllots, type WantedGoods } from '../make-allots.ts';

/** Batches of allots: what is special about them (domain.md §4.17). */
export function serveBatchAllot(kit: Kit): void {
  serveDocument(kit, batchAllot, hooksOf(kit));
  kit.registry.events.on(allotEnded, async (context, { allot_id, source_type, source_id, status }) => {
    if (source_type === batchAllot.name && source_id !== null)
      await follow(kit, context, { id: source_id, ended: allot_id, as: status });
  });
}

const hooksOf = (kit: Kit): DocumentHooks<typeof batchAllot> => ({
  after: async (context, id) => {
    await count(context, id);
    await refuseShort(context, id);
  },
  transitions: {
    confirm: { effect: (step) => confirm(kit, step) },
    cancel: { may: onlyOwnOrConfirmer },
  },
});

async function count({ db }: WriteContext, id: number): Promise<void> {
  const { rows } = await sql<{ total_qty: number }>`
    update batch_allot set shop_count = s.shops, sku_count = s.skus, total_qty = s.qty
    from (select count(distinct in_warehouse_id) as shops, count(distinct sku_id) as skus, coalesce(sum(qty), 0) as qty
      from batch_allot_line where batch_allot_id = ${id}) s
    where id = ${id} returning total_qty`.execute(db);
  if (rows[0]?.total_qty === 0) throw new Refusal('invalid', '请至少填写 1 行明细', 'lines');
}

// Nothing is held while a batch is written: this says early what its confirmation would say under locks.
async function refuseShort({ db, actor }: WriteContext, id: number): Promise<void> {
  const { rows } = await sql<{ sku_no: string; free: number; qty: number; seen: boolean }>`
    select k.sku_no, coalesce(b.on_hand - b.locked, 0) as free, l.qty, ${isVisible(sku, actor, 'k')} as seen
    from (select sku_id, sum(qty)::bigint as qty from batch_allot_line where batch_allot_id = ${id} group by 1) l
    join batch_allot a on a.id = ${id} join sku k on k.id = l.sku_id
    left join stock_balance b on b.location_id = 100 + 2 * a.out_warehouse_id and b.sku_id = l.sku_id and b.imperfect_type = 0
    where coalesce(b.on_hand - b.locked, 0) < l.qty order by k.sku_no limit 1`.execute(db);
  const [short] = rows;
  if (short)
    throw new Refusal(
      'stockShort',
      `${short.seen ? short.sku_no : '单据中的部分货品'} 可用 ${short.free} 件，需要 ${short.qty} 件`,
      'lines',
    );
}

async function confirm(kit: Kit, step: Step<typeof batchAllot>): Promise<Values> {
  const { context, document } = step;
  const receivers = new Map<number, WantedGoods[]>();
  for (const line of await step.lines()) {
    const goods = receivers.get(Number(line.in_warehouse_id)) ?? [];
    goods.push({ lineId: Number(line.id), skuId: Number(line.sku_id), qty: Number(line.qty) });
    receivers.set(Number(line.in_warehouse_id), goods);
  }
  const made = await makeAllots(kit, context, {
    by: { definition: batchAllot, id: document.id, no: String(document.batch_allot_no) },
    source: allotSource.batch,
    allotType: Number(document.allot_type),
    from: Number(document.out_warehouse_id),
    expectDate: document.expect_date ?? null,
    receivers,
  });
  await sql`
    update batch_allot_line l set allot_id = m.id
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m (id bigint, "to" bigint)
    where l.batch_allot_id = ${document.id} and l.in_warehouse_id = m."to"`.execute(context.db);
  return { allot_nos: made.map(({ no }) => no) };
}

/** Whoever wrote it may void it; another person's needs the key of those who confirm (domain.md §4.17). */
function onlyOwnOrConfirmer(actor: Actor, { created_by }: LockedDocument<typeof batchAllot>): Refusal | undefined {
  if (created_by === actor.id || actor.permissions.has('allot:batchConfirm')) return undefined;
  return new Refusal('forbidden', '只能作废自己的批量调拨单');
}

interface Ended {
  readonly id: number;
  /** The allot that has just ended, and how; its own row may not say so yet. */
  readonly ended: number;
  readonly as: number;
}

/** A batch follows its allots: finished with the last of them, in part with the first that arrived. */
async function follow({ registry }: Kit, context: WriteContext, { id, ended, as }: Ended): Promise<void> {
  const { rows } = await sql<{ status: number }>`
    select status from batch_allot where id = ${id} for no key update`.execute(context.db);
  const status = rows[0]?.status;
  // Asked under the lock: of two allots that end at once the later one sees the other.
  const { rows: left } = await sql`
    select 1 from allot where source_type = ${batchAllot.name} and source_id = ${id} and id <> ${ended} and status not in (5, -1) limit 1`.execute(
    context.db,
  );
  const move = (name: string) => runTransition(registry, context, { definition: batchAllot, name, id });
  if (left.length === 0) await move('finish');
  else if (as === 5 && status === batchState.made) await move('partly');
}
