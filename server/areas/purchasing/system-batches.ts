import { sql } from 'kysely';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import type { Numbering } from '#contract/kit/definition.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import type { NewBatch } from '#server/ledger/batches.ts';
import type { Origins, Unbought } from '#server/ledger/policies.ts';

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
 */
export function systemBatches(numbers: Pick<Numbers, 'take'>): Origins {
  return {
    async give(tx, goods, by) {
      const arrived = groupsOf(goods);
      const batchIds = await insertBatches(tx, { arrived, by, numbers: await numbersFor(numbers, arrived.length) });
      const given: NewBatch[] = [];
      const rows = arrived.flatMap(({ goods: pieces }, place) =>
        pieces.map((piece) => ({ ...piece, batchId: batchIds[place] as number })),
      );
      const made = await insertLines(tx, rows);
      for (const [place, { place: asked }] of rows.entries()) given[asked] = made[place] as NewBatch;
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
  return {
    batch: await numbers.take(inWareBatch.number as Numbering, now, count),
    stock: await numbers.take(stockNo, now, count),
  };
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

async function insertBatches(tx: Tx, { arrived, by, numbers }: Inserting): Promise<number[]> {
  const sums = arrived.map(({ goods }) => ({
    all: goods.reduce((sum, { one }) => sum + one.qty, 0),
    imperfect: goods.reduce((sum, { one }) => sum + (one.imperfectType === 0 ? 0 : one.qty), 0),
  }));
  const rows = rowsOf('a', {
    batch_no: ['text', numbers.batch],
    in_stock_no: ['text', numbers.stock],
    in_type: ['smallint', arrived.map(({ inType }) => inType)],
    location_id: ['bigint', arrived.map(({ location }) => location)],
    source_no: ['text', arrived.map(({ source }) => source.docNo)],
    qty: ['bigint', sums.map(({ all }) => all)],
    imperfect: ['bigint', sums.map(({ imperfect }) => imperfect)],
    into_time: ['timestamptz', arrived.map(({ at }) => at)],
  });
  const { rows: made } = await sql<{ id: number }>`
    with batch as (
      insert into in_ware_batch (batch_no, in_stock_no, in_type, warehouse_id, source_no, plan_qty, count_qty, in_qty, imperfect_qty, into_time, posted, status, created_by, updated_by)
      select a.batch_no, a.in_stock_no, a.in_type, l.warehouse_id, a.source_no, a.qty, a.qty, a.qty, a.imperfect, a.into_time, true, ${posted}, ${by.adminId}, ${by.adminId}
      from ${rows} join location l on l.id = a.location_id order by a.place
      returning id, batch_no, source_no
    ), history as (
      insert into audit_log (doc_type, doc_id, doc_no, action, label, to_status, remark, admin_id, at, op_id)
      select ${inWareBatch.name}, id, batch_no, 'add', '生成', ${posted}, source_no, ${by.adminId}, clock_timestamp(), ${by.opId}::uuid from batch order by id
    )
    select id from batch order by id`.execute(tx);
  return made.map(({ id }) => id);
}

/** 已入库 of §4.7. */
const posted = 4;

interface Line {
  readonly batchId: number;
  readonly one: Unbought;
}

async function insertLines(tx: Tx, lines: readonly Line[]): Promise<NewBatch[]> {
  const asked = rowsOf('g', {
    batch_id: ['bigint', lines.map(({ batchId }) => batchId)],
    sku_id: ['bigint', lines.map(({ one }) => one.skuId)],
    imperfect_type: ['smallint', lines.map(({ one }) => one.imperfectType)],
    qty: ['bigint', lines.map(({ one }) => one.qty)],
    unit_cost: ['bigint', lines.map(({ one }) => one.unitCost)],
  });
  const { rows } = await sql<{
    id: number;
    cost_price: number;
    amount: number;
    supplier_id: number | null;
    co_model: number;
    into_time: string;
  }>`
    with goods as (
      select g.*, coalesce(g.unit_cost, n.cost_price, 0) as cost_price, coalesce(n.supplier_id, p.supplier_id) as supplier_id,
        coalesce(case when n.supplier_id is null and p.supplier_id is not null then p.co_model else n.co_model end, ${ownGoods}) as co_model,
        case when g.unit_cost is null and coalesce(n.price_state, ${provisional}) = ${provisional} then ${provisional}::smallint else ${priced}::smallint end as price_state,
        nextval(pg_get_serial_sequence('in_ware_batch_detail', 'id')) as id
      from (select * from ${asked} order by place) g
      left join lateral (
        select b.cost_price, b.supplier_id, b.co_model, d.price_state from stock_batch b join in_ware_batch_detail d on d.id = b.in_ware_detail_id
        where b.sku_id = g.sku_id order by b.into_time desc, b.id desc limit 1) n on true
      join sku k on k.id = g.sku_id join spu p on p.id = k.spu_id
    ), line as (
      insert into in_ware_batch_detail (id, in_ware_batch_id, sku_id, imperfect_type, plan_qty, count_qty, in_qty, purchase_price, tax_rate_bp, price_state, cost_price, amount, origin_id)
      select id, batch_id, sku_id, imperfect_type, qty, qty, qty, cost_price, 0, price_state, cost_price, cost_price * qty, id from goods order by place
    ), total as (
      update in_ware_batch b set in_amount = t.amount from (select batch_id, sum(cost_price * qty)::bigint as amount from goods group by 1) t where b.id = t.batch_id
    )
    select g.id, g.cost_price, (g.cost_price * g.qty)::bigint as amount, g.supplier_id, g.co_model, clock_timestamp() as into_time
    from goods g order by g.place`.execute(tx);
  return rows.map((row, place) => ({
    origin: row.id,
    supplierId: row.supplier_id,
    coModel: row.co_model,
    costPrice: row.cost_price,
    cost: row.amount,
    productionDate: null,
    expireAt: null,
    intoTime: lines[place]?.one.at ?? row.into_time,
  }));
}

/** co_model 1 经销: the goods are ours (domain.md §2). */
const ownGoods = 1;
/** price_state of domain.md §2. */
const [priced, provisional] = [1, 2];
