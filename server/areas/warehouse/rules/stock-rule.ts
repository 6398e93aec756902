import { type RawBuilder, sql } from 'kysely';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { stockRule, stockRuleType } from '#contract/areas/warehouse/stock-rule.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';

/** Rules of stock: what is special about them (domain.md §3.6, decision 0063). */
export function serveStockRule(kit: Kit): void {
  serveEntity(kit, stockRule, {
    derive: judge,
    after: async (context, id, { status }) => {
      if (status === 1) await refuseSame(context, [id], 'priority');
    },
    guardStatus: async (context, rules, status) => {
      for (const rule of rules) await refuseUnseen(context, rule);
      if (status === 1)
        await refuseSame(
          context,
          rules.map(({ id }) => id),
          'status',
        );
    },
  });
}

async function judge(context: WriteContext, values: Values, before: Values | undefined): Promise<Values> {
  // What was decided by a rule says so: it stays of the type that it was.
  if (before && values.rule_type !== before.rule_type)
    throw new Refusal('invalid', '规则类型不能修改，请停用后新建', 'rule_type');
  if (before) await refuseUnseen(context, before);
  return {};
}

/** A rule that holds in warehouses which this person does not see is not theirs to change. */
async function refuseUnseen({ db, actor }: WriteContext, { warehouse_ids }: Values): Promise<void> {
  const { rows } = await sql`
    select 1 from unnest(${warehouse_ids}::bigint[]) as w (id)
    where not exists (select 1 from warehouse r where r.id = w.id and ${isVisible(warehouse, actor, 'r')}) limit 1`.execute(
    db,
  );
  if (rows.length > 0) throw new Refusal('forbidden', '该规则还用于您看不到的仓库，不能修改');
}

/** Of two equally near rules one must go before the other: no two in force have one type, one place, one target and one priority (K69). */
async function refuseSame({ db }: WriteContext, ids: readonly number[], field: string): Promise<void> {
  // One after the other, so that of two that are saved at once the second sees the first.
  await sql`select pg_advisory_xact_lock(hashtext('stock_rule'))`.execute(db);
  const { rows } = await sql<{ rule_no: string }>`
    select o.rule_no from stock_rule r join stock_rule o on o.id <> r.id and o.rule_type = r.rule_type and o.priority = r.priority and (o.status = 1 or o.id = any(${[...ids]}::bigint[]))
      and o.warehouse_ids && r.warehouse_ids and (o.category_ids && r.category_ids or o.sku_ids && r.sku_ids
        or cardinality(o.category_ids) + cardinality(o.sku_ids) + cardinality(r.category_ids) + cardinality(r.sku_ids) = 0)
    where r.id = any(${[...ids]}::bigint[]) order by o.id limit 1`.execute(db);
  const [same] = rows;
  if (same) throw new Refusal('invalid', `与规则 ${same.rule_no} 的仓库、范围和优先级相同，请改优先级`, field);
}

/** The order in which batches of a balance `b` leave by a rule (out_order of domain.md §2); null where none says one. Most installations have no such rule. */
export const outOrderOfRules: RawBuilder<number | null> = sql`case
    when exists (select 1 from stock_rule where status = 1 and rule_type = ${sql.lit(stockRuleType.outOrder)}) and b.warehouse_id is not null
    then (select r.out_order from stock_rule r where r.id = stock_rule_for(${sql.lit(stockRuleType.outOrder)}, b.warehouse_id, b.sku_id)) end`;
