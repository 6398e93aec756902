import { sql } from 'kysely';
import type { OpenOrder } from '#contract/areas/contracts/contract-calls.ts';
import { contractEnded, openOrdersOfContract, ordersAtPrices } from '#contract/areas/contracts/contract-events.ts';
import { orderState } from '#contract/areas/purchasing/purchase-enums.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { stateWords } from '#contract/kit/transition.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/** States of an order that is not finished and will be. */
const unfinished = [orderState.waiting, orderState.toArrive, orderState.partly];
/** States of an order whose prices stand. */
const standing = [...unfinished, orderState.finished, orderState.closed];

/** What contracts and their prices ask of orders: which are open, which stand at a price, and that they are closed with their contract. */
export function followContracts({ registry }: Pick<Kit, 'registry'>): void {
  const { events } = registry;
  events.answers(openOrdersOfContract, async ({ db }, { contract_id }) => {
    const { rows } = await sql<Omit<OpenOrder, 'status'> & { status: number }>`
      select o.id as purchase_id, o.purchase_no, o.status, o.expect_date,
        (select coalesce(sum(greatest(l.qty - l.in_qty - l.closed_qty, 0)), 0)::bigint from purchase_order_line l where l.purchase_order_id = o.id) as open_qty
      from purchase_order o where o.contract_id = ${contract_id} and o.status = any(${unfinished}::int[]) order by o.id`.execute(
      db,
    );
    return rows.map((row) => ({ ...row, status: stateWords(purchaseOrder.states, row.status) }));
  });
  events.answers(ordersAtPrices, async ({ db }, { sheet_id, sku_ids }) => {
    const { rows } = await sql<{ purchase_no: string; sku_id: number }>`
      select o.purchase_no, l.sku_id from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id
      where l.price_sheet_id = ${sheet_id} and l.sku_id = any(${[...sku_ids]}::bigint[]) and o.status = any(${standing}::int[])
      order by o.id, l.id`.execute(db);
    return rows;
  });
  // Orders that wait to be passed are not closed: whoever passes them is told that the contract is over.
  events.on(contractEnded, async (context, { contract_id, contract_no, why, close_orders }) => {
    if (!close_orders) return;
    const { rows } = await sql<{ id: number }>`
      select id from purchase_order where contract_id = ${contract_id} and status = any(${[orderState.toArrive, orderState.partly]}::int[]) order by id`.execute(
      context.db,
    );
    const reason = `合同 ${contract_no} 已${why === 'terminated' ? '终止' : '到期'}`;
    for (const { id } of rows)
      await runTransition(registry, context, { definition: purchaseOrder, name: 'close', id, input: { reason } });
  });
}
