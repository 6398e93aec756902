import { sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import { outState } from '#contract/areas/allocation/allot-enums.ts';
import { allotSent } from '#contract/areas/allocation/allot-events.ts';
import { codeStatus } from '#contract/areas/codes/code-enums.ts';
import { goodsLeft } from '#contract/areas/warehouse/out-ware-detail.ts';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { readSetting } from '#server/kit/read-setting.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { lockBalances } from '#server/ledger/balances.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { postStock } from '#server/ledger/post-stock.ts';
import type { Leg } from '#server/ledger/posting.ts';
import { refuseOpenEntries } from '../entries/open-entries.ts';
import { moveCartons } from '../out/cartons.ts';
import { endOut } from '../out/end-out.ts';
import { outLabel, outOf } from '../out/find-out.ts';
import { heldOf } from '../out/held.ts';
import { piecesOfAllot } from '../pieces/pieces-of-allot.ts';
import { allotNamed, allotSource } from '../source-of.ts';
import { movedPieces } from './transit.ts';

/** Something is picked, it is packed unless the installation does without, and who carries it is still in use (domain.md §4.15). */
export async function guardSend({ context: { db }, document }: Step<typeof allot>): Promise<void> {
  const out = await outOf(db, document.id);
  await refuseOpenEntries(db, { end: 'out', id: document.id });
  if (out.pick_qty === 0) throw new Refusal('illegalTransition', '还没有拣货，不能发货；不发货时请取消');
  const packed = out.status === outState.packed;
  if (!packed && (await readSetting(db, 'skip_pack')) !== 1)
    throw new Refusal('illegalTransition', `${outLabel} ${out.out_no} 还没有装箱，不能发货`);
  const cartons = document.carton_qty;
  if (packed && cartons !== null && cartons !== out.carton_qty)
    throw new Refusal('invalid', `已装 ${out.carton_qty} 箱，箱数应一致`, 'carton_qty');
  const { rows } = await sql<{ name: string }>`
    select name from logistics where id = ${document.logistics_id} and status <> 1`.execute(db);
  if (rows[0]) throw new Refusal('invalid', `物流公司“${rows[0].name}”已停用`, 'logistics_id');
}

/**
 * Takes what was picked out of the sender and into transit to the receiver, the batches that were picked at what they cost (P2 send). All
 * locks go: what was not picked is free in the same step.
 */
export async function sendAllot({ registry, policies }: Kit, step: Step<typeof allot>): Promise<Values> {
  const { context, document } = step;
  const { db, opId, actor } = context;
  const source = allotSource(document);
  const [sender, receiver] = [document.out_warehouse_id, document.in_warehouse_id];
  const out = await outOf(db, document.id);
  const held = await heldOf(db, source);
  const from = locationsOf(sender).warehouse;
  const { transit } = locationsOf(receiver);
  const legs = held.flatMap(({ origin, qty, lineId, skuId, imperfectType }): Leg[] => {
    if (origin === null) return [];
    const shared = { skuId, imperfectType, lineId };
    return [
      { ...shared, location: from, bizType: bizType.allotOut, delta: -qty, origin },
      { ...shared, location: transit, bizType: bizType.transitIn, delta: qty },
    ];
  });
  const pieces = await piecesOfAllot(db, document.id, codeStatus.held);
  const books = { db, policies };
  const at = context.now.toISOString();
  const keys = [...held.map((one) => ({ ...one, location: from })), ...legs];
  await postStock(books, {
    source,
    legs,
    happenedAt: at,
    opId,
    adminId: actor.id,
    locked: await lockBalances(books, { keys, by: source }),
    releases: true,
    codes: pieces.map(({ id: codeId, lineId }) => ({ codeId, lineId, step: 'send', warehouseId: receiver })),
  });
  const { rows } = await sql<{ qty: number; cost: number }>`
    with sent as (
      select line_id, sum(delta)::bigint as qty, sum(cost_amount)::bigint as cost from stock_ledger
      where doc_type = ${source.docType} and doc_id = ${source.docId} and location_id = ${transit} group by 1
    ), line as (
      update allot_line l set send_qty = s.qty, transit_qty = s.qty, cost_amount = s.cost from sent s where l.id = s.line_id and l.allot_id = ${document.id}
    )
    select sum(qty)::bigint as qty, sum(cost)::bigint as cost from sent`.execute(db);
  const { qty = 0, cost = 0 } = rows[0] ?? {};
  if (qty !== out.pick_qty)
    throw new Error(`${allot.name} ${document.id} sends ${qty} pieces and picked ${out.pick_qty}`);
  await endOut(registry, context, { allotId: document.id, step: 'send' });
  await moveCartons(registry, context, { allotId: document.id, step: 'send' });
  await registry.events.emit(context, goodsLeft, {
    source_type: source.docType,
    source_id: source.docId,
    source_no: source.docNo,
    biz_types: [bizType.allotOut],
  });
  await registry.events.emit(context, allotSent, {
    ...allotNamed(document),
    at,
    logistics_id: document.logistics_id,
    lines: await movedPieces(db, source, { opId, bizTypes: [bizType.transitIn], location: transit }),
  });
  return {
    sent_at: at,
    send_qty: qty,
    transit_qty: qty,
    cost_amount: cost,
    carton_qty: out.status === outState.packed ? out.carton_qty : document.carton_qty,
  };
}
