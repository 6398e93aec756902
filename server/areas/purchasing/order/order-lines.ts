import { type Kysely, sql } from 'kysely';
import { pricedAs } from '#contract/areas/purchasing/purchase-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { readSetting } from '#server/kit/read-setting.ts';
import type { Values } from '#server/kit/save-record.ts';
import { type ContractTerms, holdContract } from '#server/terms/contract-terms.ts';
import { purchasePriceAt } from '#server/terms/purchase-price-at.ts';

/** What an order is written by: its head, as it is saved or stands. */
interface Head {
  readonly supplier_id: number;
  readonly contract_id: number;
  readonly co_model: number;
}

interface LineGoods {
  readonly id: number;
  readonly sku_id: number;
  readonly sku_no: string;
  readonly status: number;
}

/**
 * Judges what an order names and writes beside its lines what they cost: a contract in force that covers their brands, goods that are in
 * use, and the purchase prices of the day (domain.md §4.5). Goods without a price are taken as estimated at nothing where the
 * installation lets it. One statement writes all lines; refuses by the field that is wrong. Answers the contract.
 */
export async function fillOrder(context: WriteContext, id: number, head: Head): Promise<ContractTerms> {
  const { db, now } = context;
  const { rows: lines } = await sql<LineGoods>`
    select l.id, l.sku_id, k.sku_no, k.status from purchase_order_line l join sku k on k.id = l.sku_id
    where l.purchase_order_id = ${id} order by l.id`.execute(db);
  const terms = await holdContract(db, { ...head, sku_ids: lines.map(({ sku_id }) => sku_id) });
  const off = lines.findIndex(({ status }) => status !== 1);
  if (off >= 0)
    throw new Refusal('invalid', `第 ${off + 1} 行货品 ${lines[off]?.sku_no} 已停用`, `lines.${off}.sku_id`);
  const prices = await purchasePriceAt(db, {
    supplier_id: head.supplier_id,
    sku_ids: lines.map(({ sku_id }) => sku_id),
    date: businessDay(now),
  });
  const open = lines.findIndex(({ sku_id }) => !prices.has(sku_id));
  if (open >= 0 && (await readSetting(db, 'allow_estimate_price')) !== 1)
    throw new Refusal(
      'invalid',
      `第 ${open + 1} 行货品 ${lines[open]?.sku_no} 没有生效的进价，请先办理采购价单`,
      `lines.${open}.sku_id`,
    );
  const priced = lines.map((line) => {
    const found = prices.get(line.sku_id);
    return {
      id: line.id,
      purchase_price: found?.price ?? 0,
      tax_rate_bp: found?.tax_rate_bp ?? terms.tax_rate_bp,
      price_state: found ? pricedAs.priced : pricedAs.estimated,
      price_sheet_id: found?.sheet_id ?? null,
    };
  });
  await sql`
    update purchase_order_line l set purchase_price = e.purchase_price, tax_rate_bp = e.tax_rate_bp, price_state = e.price_state,
      price_sheet_id = e.price_sheet_id, amount = l.qty * e.purchase_price
    from jsonb_to_recordset(${JSON.stringify(priced)}::jsonb) as e (id bigint, purchase_price bigint, tax_rate_bp bigint, price_state smallint, price_sheet_id bigint)
    where l.id = e.id`.execute(db);
  await sumOrders(db, [id]);
  return terms;
}

/** What the lines of orders come to, written on their heads. */
export async function sumOrders(db: Kysely<unknown>, ids: readonly number[]): Promise<void> {
  await sql`
    update purchase_order o set total_qty = s.qty, total_amount = s.amount, booked_qty = s.booked, in_qty = s.received, in_amount = s.received_amount
    from (
      select w.id, coalesce(sum(l.qty), 0) as qty, coalesce(sum(l.amount), 0) as amount, coalesce(sum(l.booked_qty), 0) as booked,
        coalesce(sum(l.in_qty), 0) as received, coalesce(sum(l.in_qty * l.purchase_price), 0) as received_amount
      from unnest(${[...ids]}::bigint[]) as w (id) left join purchase_order_line l on l.purchase_order_id = w.id group by w.id) s
    where o.id = s.id`.execute(db);
}

/** Partners that an order names must be in use: who is switched off is not dealt with. */
export async function refuseIdle(
  db: Kysely<unknown>,
  values: Values,
  asked: readonly (keyof typeof partners)[],
): Promise<void> {
  for (const field of asked) {
    const { table, label } = partners[field];
    const { rows } = await sql<{ name: string }>`
      select name from ${sql.table(table)} where id = ${values[field]} and status <> 1`.execute(db);
    if (rows[0]) throw new Refusal('invalid', `${label}“${rows[0].name}”已停用`, field);
  }
}

const partners = {
  supplier_id: { table: 'supplier', label: '供应商' },
  purchaser_id: { table: 'purchaser', label: '采购员' },
  warehouse_id: { table: 'warehouse', label: '仓库' },
  logistics_id: { table: 'logistics', label: '物流公司' },
} as const;
