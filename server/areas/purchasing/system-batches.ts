import { sql } from 'kysely';
import { coModelCode } from '#contract/areas/enums.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { batchState } from '#contract/areas/purchasing/inbound-enums.ts';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import type { Numbering } from '#contract/kit/definition.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import { historyOf } from '#server/kit/audit-trail.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import type { NewBatch } from '#server/ledger/batches.ts';
import type { Origins, Unbought } from '#server/ledger/policies.ts';
import { rateOfBatch } from './rate-of-batch.ts';

/** in_type of domain.md §2 by the biz_type of what comes in. */
const inTypes: Readonly<Record<number, number>> = {
  [bizType.saleReturn]: 3,
  [bizType.countGain]: 4,
  [bizType.otherIn]: 5,
  [bizType.opening]: 6,
};
const otherIn = 5;

/** Goods of one document that came to one warehouse for one reason: they make one inbound batch. */
interface Arrived {
  readonly source: Unbought['source'];
  readonly location: number;
  readonly inType: number;
  readonly at: string;
  readonly goods: { readonly place: number; readonly one: Unbought }[];
}

/**
 * The inbound batches of goods that nobody bought: made posted, one for each document and warehouse, a line for each leg (amendments G1).
 * What a piece cost is what the document says, else what the newest batch of the goods cost; it belongs to whom that one belongs
 * to, else to the main supplier of the goods. Goods that never came in before cost nothing yet: their price is provisional.
 * Costs are without tax and prices with it (domain.md §1.2): the price of a line is its cost with the tax of that newest batch, else of
 * the style, so that what goes back to a supplier from here is owed with its tax.
 */
export function systemBatches(numbers: Pick<Numbers, 'take'>): Origins {
  return {
    async give(tx, goods, by) {
      const arrived = groupsOf(goods);
      const made = await insertBatches(tx, { arrived, by, numbers: await numbersFor(numbers, arrived.length) });
      const given: NewBatch[] = [];
      for (const [row, { place }] of arrived.flatMap((one) => one.goods).entries())
        given[place] = made[row] as NewBatch;
      return given;
    },
  };
}

const numbersFor = async (
  numbers: Pick<Numbers, 'take'>,
  count: number,
): Promise<{ batch: string[]; stock: string[] }> => {
  const now = new Date();
  const stockNo: Numbering = { prefix: 'IS', field: 'in_stock_no' };
  const [batch, stock] = await Promise.all([
    numbers.take(inWareBatch.number as Numbering, now, count),
    numbers.take(stockNo, now, count),
  ]);
  return { batch, stock };
};

function groupsOf(goods: readonly Unbought[]): Arrived[] {
  const groups = new Map<string, Arrived>();
  for (const [place, one] of goods.entries()) {
    const inType = inTypes[one.bizType] ?? otherIn;
    const { source, location, at } = one;
    const name = `${source.docType}/${source.docId}/${location}/${inType}`;
    const group = groups.get(name) ?? { source, location, inType, at, goods: [] };
    group.goods.push({ place, one });
    groups.set(name, group);
  }
  return [...groups.values()];
}

interface Inserting {
  readonly arrived: readonly Arrived[];
  readonly by: { readonly adminId: number; readonly opId: string };
  readonly numbers: { readonly batch: readonly string[]; readonly stock: readonly string[] };
}

/**
 * Writes the batches with their history and their lines, and answers the lines in the order of what arrived: one statement, whatever
 * the number of lines, for it is part of every posting that brings goods in (decision 0013).
 */
async function insertBatches(tx: Tx, { arrived, by, numbers }: Inserting): Promise<NewBatch[]> {
  const batches = rowsOf('a', {
    batch_no: ['text', numbers.batch],
    in_stock_no: ['text', numbers.stock],
    in_type: ['smallint', arrived.map(({ inType }) => inType)],
    location_id: ['bigint', arrived.map(({ location }) => location)],
    source_no: ['text', arrived.map(({ source }) => source.docNo)],
    into_time: ['timestamptz', arrived.map(({ at }) => at)],
  });
  const lines = arrived.flatMap(({ goods }, place) => goods.map(({ one }) => ({ batch: place + 1, one })));
  const asked = rowsOf('g', {
    batch: ['bigint', lines.map(({ batch }) => batch)],
    sku_id: ['bigint', lines.map(({ one }) => one.skuId)],
    imperfect_type: ['smallint', lines.map(({ one }) => one.imperfectType)],
    qty: ['bigint', lines.map(({ one }) => one.qty)],
    unit_cost: ['bigint', lines.map(({ one }) => one.unitCost)],
  });
  // Ids are given out in the order of what arrived, batches before their lines; the rows are written once, with their sums.
  const { rows } = await sql<Made>`
    with arrived as (
      select a.*, nextval('in_ware_batch_id_seq') as id from (select * from ${batches} order by place) a
    ), goods as (
      select g.place, g.batch, g.sku_id, g.imperfect_type, g.qty, coalesce(g.unit_cost, n.cost_price, 0) as cost_price, coalesce(n.supplier_id, p.supplier_id) as supplier_id,
        coalesce(case when n.supplier_id is null and p.supplier_id is not null then p.co_model else n.co_model end, ${sql.lit(coModelCode.bought)}) as co_model,
        coalesce(n.tax_rate_bp, p.tax_rate_bp) as tax_rate_bp,
        case when g.unit_cost is null and coalesce(n.price_state, ${sql.lit(provisional)}) = ${sql.lit(provisional)} then ${sql.lit(provisional)} else ${sql.lit(priced)} end as price_state,
        nextval('in_ware_batch_detail_id_seq') as id
      from (select * from ${asked} order by place) g
      join sku k on k.id = g.sku_id join spu p on p.id = k.spu_id
      left join lateral (
        select b.cost_price, b.supplier_id, b.co_model, d.price_state, ${rateOfBatch} as tax_rate_bp from stock_batch b join in_ware_batch_detail d on d.id = b.in_ware_detail_id
        where b.sku_id = g.sku_id order by b.into_time desc, b.id desc limit 1) n on true
    ), batch as (
      insert into in_ware_batch (id, batch_no, in_stock_no, in_type, warehouse_id, source_no, plan_qty, count_qty, in_qty, imperfect_qty, in_amount, into_time, posted, status, created_by, updated_by)
      select a.id, a.batch_no, a.in_stock_no, a.in_type, l.warehouse_id, a.source_no, t.qty, t.qty, t.qty, t.imperfect, t.amount, a.into_time, true, ${sql.lit(batchState.posted)}, ${by.adminId}, ${by.adminId}
      from arrived a join location l on l.id = a.location_id
        join (select batch, sum(qty)::bigint as qty, coalesce(sum(qty) filter (where imperfect_type <> 0), 0)::bigint as imperfect, sum(cost_price * qty)::bigint as amount
          from goods group by 1) t on t.batch = a.place
      order by a.place
    ), history as (
      ${historyOf(by, {
        docType: inWareBatch.name,
        action: 'add',
        label: '生成',
        no: sql`batch_no`,
        toStatus: sql`${batchState.posted}`,
        remark: sql`source_no`,
        rows: sql`arrived order by place`,
      })}
    ), line as (
      insert into in_ware_batch_detail (id, in_ware_batch_id, sku_id, imperfect_type, plan_qty, count_qty, in_qty, purchase_price, tax_rate_bp, price_state, cost_price, amount, origin_id)
      select g.id, a.id, g.sku_id, g.imperfect_type, g.qty, g.qty, g.qty,
        (g.cost_price * (10000 + g.tax_rate_bp) * 2 + 10000) / 20000, g.tax_rate_bp, g.price_state, g.cost_price, g.cost_price * g.qty, g.id
      from goods g join arrived a on a.place = g.batch order by g.place
    )
    select id, cost_price, (cost_price * qty)::bigint as amount, supplier_id, co_model from goods order by place`.execute(
    tx,
  );
  return rows.map((row, place) => ({
    origin: row.id,
    supplierId: row.supplier_id,
    coModel: row.co_model,
    costPrice: row.cost_price,
    cost: row.amount,
    productionDate: null,
    expireAt: null,
    intoTime: (lines[place] as { one: Unbought }).one.at,
  }));
}

/** A line as it was written. */
interface Made {
  readonly id: number;
  readonly cost_price: number;
  readonly amount: number;
  readonly supplier_id: number | null;
  readonly co_model: number;
}

/** price_state of domain.md §2. */
const [priced, provisional] = [1, 2];
