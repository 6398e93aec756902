import { sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import type { TypedArrival, TypedLine } from '#contract/areas/purchasing/arrival-calls.ts';
import { arrivalOrder, arrivalSource } from '#contract/areas/purchasing/arrival-order.ts';
import { openOrderStates } from '#contract/areas/purchasing/purchase-order.ts';
import type { Saved } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { reference } from '#contract/kit/kinds/reference.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import { checkReferences } from '#server/kit/references.ts';
import { addRecord, type SaveHooks } from '#server/kit/save-record.ts';
import { openOf } from '../order/quantities.ts';

interface EntryDeps {
  readonly numbers: Numbers;
  readonly hooks: SaveHooks;
}

/**
 * An appointment that somebody enters by its goods alone (domain.md §4.6 旧版新增): each line is matched to open lines of the supplier's orders
 * to this warehouse, those expected first and made first first, of the order that it names alone where it names one. The rest is
 * that of any appointment; its source says how it came to be. Refuses a line for which not enough is open, by its place.
 */
export async function addTyped(
  context: WriteContext,
  { numbers, hooks }: EntryDeps,
  { lines, ...head }: TypedArrival,
): Promise<Saved> {
  await checkReferences(context.db, context.actor, {
    fields: { supplier_id: arrivalOrder.fields.supplier_id, warehouse_id: arrivalOrder.fields.warehouse_id },
    records: [head],
  });
  await checkReferences(context.db, context.actor, {
    fields: goods,
    records: lines.map((line) => ({ ...line })),
    prefix: 'lines',
  });
  const matched = await match(context.db, head, lines);
  return await addRecord(context, {
    definition: arrivalOrder,
    input: { ...head, lines: matched },
    hooks: {
      ...hooks,
      derive: async (...saving) => ({ ...(await hooks.derive?.(...saving)), source: arrivalSource.typed }),
    },
    numbers,
  });
}

const goods = { sku_id: reference(() => sku, '货品', { required: true }) };

interface Open {
  readonly id: number;
  readonly sku_id: number;
  readonly purchase_no: string;
  open: number;
}

/** Lines of orders that bring what is typed: each at most as much as is open of it, and each named once. */
async function match(
  db: Tx,
  { supplier_id, warehouse_id }: Pick<TypedArrival, 'supplier_id' | 'warehouse_id'>,
  lines: readonly TypedLine[],
): Promise<{ purchase_line_id: number; plan_qty: number }[]> {
  const skuIds = [...new Set(lines.map(({ sku_id }) => sku_id))];
  const orders = sql<boolean>`o.supplier_id = ${supplier_id} and o.warehouse_id = ${warehouse_id} and o.status = any(${[...openOrderStates]}::int[])`;
  // Held before they are read: what is matched is there when it is booked.
  await sql`
    select 1 from purchase_order o where ${orders}
      and exists (select 1 from purchase_order_line l where l.purchase_order_id = o.id and l.sku_id = any(${skuIds}::bigint[]))
    order by o.id for no key update`.execute(db);
  const { rows: open } = await sql<Open>`
    select l.id, l.sku_id, o.purchase_no, ${openOf} as open from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id
    where ${orders} and l.sku_id = any(${skuIds}::bigint[]) order by o.expect_date, o.id, l.id`.execute(db);
  const taken = new Map<number, number>();
  const ordered = lines.map((line, place) => ({ ...line, place }));
  // Who names an order is served first: what has no choice is not to be taken by what has one.
  ordered.sort((one, other) => Number(!one.purchase_no) - Number(!other.purchase_no) || one.place - other.place);
  for (const { sku_id, plan_qty, purchase_no, place } of ordered) {
    let left = plan_qty;
    for (const line of open) {
      if (left === 0) break;
      if (line.sku_id !== sku_id || line.open === 0 || (purchase_no && line.purchase_no !== purchase_no)) continue;
      const qty = Math.min(left, line.open);
      line.open -= qty;
      left -= qty;
      taken.set(line.id, (taken.get(line.id) ?? 0) + qty);
    }
    if (left > 0) throw await shortOf(db, { sku_id, purchase_no: purchase_no ?? null, left, place });
  }
  return open.flatMap(({ id }) => {
    const plan_qty = taken.get(id);
    return plan_qty === undefined ? [] : [{ purchase_line_id: id, plan_qty }];
  });
}

async function shortOf(
  db: Tx,
  { sku_id, purchase_no, left, place }: { sku_id: number; purchase_no: string | null; left: number; place: number },
): Promise<Refusal> {
  const { rows } = await sql<{ sku_no: string }>`select sku_no from sku where id = ${sku_id}`.execute(db);
  const where = purchase_no === null ? '此供应商发往此仓库的采购单' : `采购单 ${purchase_no}`;
  return new Refusal(
    'invalid',
    `第 ${place + 1} 行：货品 ${rows[0]?.sku_no ?? ''} 在${where}中没有足够的未预约数量，还差 ${left} 件`,
    `lines.${place}.plan_qty`,
  );
}
