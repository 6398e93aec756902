import { type Kysely, sql } from 'kysely';
import { codeSource } from '#contract/areas/codes/code-enums.ts';
import { codeOrder } from '#contract/areas/codes/code-order.ts';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { type AnyDefinition, linesTableOf, tableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import { GoodsRefusal } from '#server/ledger/goods-refusal.ts';

interface Asked {
  readonly sku_id: number;
  readonly qty: number;
}

/** Documents that codes are made from: the states in which they may be, and what their lines call the number of pieces. */
const sources: Readonly<Record<number, { definition: AnyDefinition; open: readonly number[]; qty: string }>> = {
  [codeSource.purchaseOrder]: { definition: purchaseOrder, open: [3, 4, 5], qty: 'qty' },
  [codeSource.arrivalOrder]: { definition: arrivalOrder, open: [3, 4, 5], qty: 'plan_qty' },
};

/** Supplier and warehouse of a code order as its source says them; refuses a source that is not there, and more codes of a piece than it has pieces. */
export async function valuesOfSource(context: WriteContext, values: Values): Promise<Values> {
  const source = sources[Number(values.source_type)];
  if (!source) return {};
  const { db, actor } = context;
  const { definition, open } = source;
  const no = definition.number?.field ?? 'id';
  // Held: of two orders for the same pieces the second counts the first.
  const { rows } = await sql<{ id: number; status: number; supplier_id: number; warehouse_id: number }>`
    select r.id, r.status, r.supplier_id, r.warehouse_id from ${sql.table(tableOf(definition))} as r
    where r.${sql.ref(no)} = ${values.source_no} and ${isVisible(definition, actor, 'r')} for no key update of r`.execute(
    db,
  );
  const [found] = rows;
  if (!found || !open.includes(found.status))
    throw new Refusal('invalid', `${definition.label}不存在或还没有通过审核`, 'source_no');
  for (const name of ['supplier_id', 'warehouse_id'] as const)
    if (typeof values[name] === 'number' && values[name] !== found[name])
      throw new Refusal('invalid', `与${definition.label}的${codeOrder.fields[name].label}不同`, name);
  await refuseMore(db, { source, id: found.id, values });
  return { supplier_id: found.supplier_id, warehouse_id: found.warehouse_id };
}

interface Counting {
  readonly source: (typeof sources)[number];
  readonly id: number;
  readonly values: Values;
}

async function refuseMore(db: Kysely<unknown>, { source, id, values }: Counting): Promise<void> {
  const { definition, qty } = source;
  const lines = (values.lines ?? []) as Asked[];
  const { rows } = await sql<{ sku_id: number; sku_no: string; ordered: number; made: number }>`
    select k.id as sku_id, k.sku_no,
      coalesce((select sum(s.${sql.ref(qty)}) from ${sql.table(linesTableOf(definition))} s where s.${sql.ref(`${tableOf(definition)}_id`)} = ${id} and s.sku_id = k.id), 0)::bigint as ordered,
      coalesce((select sum(l.qty) from code_order_line l join code_order o on o.id = l.code_order_id
        where o.source_type = ${values.source_type} and o.source_no = ${values.source_no} and o.status <> -1 and l.sku_id = k.id), 0)::bigint as made
    from sku k where k.id = any(${lines.map(({ sku_id }) => sku_id)}::bigint[])`.execute(db);
  const known = new Map(rows.map((row) => [row.sku_id, row]));
  for (const [place, line] of lines.entries()) {
    const of = known.get(line.sku_id);
    if (of && line.qty + of.made > of.ordered)
      throw new GoodsRefusal(
        'invalid',
        { skuId: of.sku_id, skuNo: of.sku_no },
        (goods) =>
          `${goods} 在${definition.label}中有 ${of.ordered} 件，已制码 ${of.made} 件，还可制码 ${Math.max(of.ordered - of.made, 0)} 件`,
        `lines.${place}.qty`,
      );
  }
}
