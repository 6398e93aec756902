import { sql } from 'kysely';
import { negativeInventory } from '#contract/areas/warehouse/negative-inventory.ts';
import { stockRuleType } from '#contract/areas/warehouse/stock-rule.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { Events } from '#server/kit/events.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import { readSetting } from '#server/kit/read-setting.ts';
import { type Key, keyOf } from '#server/ledger/balances.ts';
import type { Allowance, Negatives, OpenCase, OversellBasis } from '#server/ledger/negatives.ts';
import { openCases } from './open-cases.ts';
import { writeGivenBack, writeOffsets } from './write-offsets.ts';

/** Cases of negative stock (domain.md §4.19, amendments B and G10): who may go below nothing, and what is written of it. */
export function negativeCases(numbers: Pick<Numbers, 'take'>, events: Pick<Events, 'emit'>): Negatives {
  return {
    allow,
    waiting,
    automatic: async (tx) => (await readSetting(tx, 'negative_auto_offset')) === 1,
    open: (tx, shortfalls, by) => openCases(tx, { numbers, events }, { shortfalls, by }),
    offset: (tx, parts, by) => writeOffsets(tx, events, { parts, by }),
    giveBack: writeGivenBack,
  };
}

/**
 * Goods may go below nothing where the nearest rule of type 2 says so; what is sold already does anyhow, and says that no rule let it. A
 * missing piece stands in the books at what the newest batch of its goods cost, else at the untaxed purchase price of the day, else at nothing.
 */
async function allow(tx: Tx, keys: readonly Key[], oversell: OversellBasis): Promise<Map<string, Allowance>> {
  const { rows } = await sql<{ place: number; rule_id: number | null; temp_cost: number }>`
    select k.place, r.id as rule_id, coalesce(n.cost_price, p.cost_price, 0) as temp_cost
    from ${keysOf(keys)} join location l on l.id = k.location_id
    left join stock_rule r on r.allow_negative and r.id = stock_rule_for(${stockRuleType.negative}::int, l.warehouse_id, k.sku_id)
    left join lateral (
      select b.cost_price from stock_batch b where b.sku_id = k.sku_id order by b.into_time desc, b.id desc limit 1) n on true
    left join lateral (
      select (p.price * 20000 + 10000 + p.tax_rate_bp) / (2 * (10000 + p.tax_rate_bp)) as cost_price from purchase_price p
      where n.cost_price is null and p.sku_id = k.sku_id and p.effective_date <= ${businessDay(new Date())}::date
        and (p.expire_date is null or p.expire_date > ${businessDay(new Date())}::date)
      order by p.effective_date desc, p.id desc limit 1) p on true
    where l.kind = 'warehouse' and (${oversell === 'sold'}::boolean or r.id is not null) order by k.place`.execute(tx);
  return new Map(
    rows.map((row) => [keyOf(keys[row.place - 1] as Key), { rule: row.rule_id, tempCost: row.temp_cost }]),
  );
}

async function waiting(tx: Tx, keys: readonly Key[]): Promise<OpenCase[]> {
  const { rows } = await sql<{
    id: number;
    negative_no: string;
    location_id: number;
    sku_id: number;
    imperfect_type: number;
    open_qty: number;
    temp_cost: number;
  }>`
    select n.id, n.negative_no, k.location_id, n.sku_id, n.imperfect_type, n.open_qty, n.temp_cost
    from (select distinct location_id, sku_id, imperfect_type from ${keysOf(keys)}) k join location l on l.id = k.location_id and l.kind = 'warehouse'
    join negative_inventory n on n.warehouse_id = l.warehouse_id and n.sku_id = k.sku_id and n.imperfect_type = k.imperfect_type and n.open_qty > 0
    order by n.happened_at, n.id`.execute(tx);
  return rows.map((row) => ({
    location: row.location_id,
    skuId: row.sku_id,
    imperfectType: row.imperfect_type,
    source: { docType: negativeInventory.name, docId: row.id, docNo: row.negative_no },
    open: row.open_qty,
    tempCost: row.temp_cost,
  }));
}

const keysOf = (keys: readonly Key[]) =>
  rowsOf('k', {
    location_id: ['bigint', keys.map((key) => key.location)],
    sku_id: ['bigint', keys.map((key) => key.skuId)],
    imperfect_type: ['smallint', keys.map((key) => key.imperfectType)],
  });
