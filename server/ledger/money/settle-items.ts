import { type RawBuilder, sql } from 'kysely';
import { settleState, subledgerOf } from '#contract/areas/settlement/settle-enums.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import { type MoneyContext, type MoneySource, postMoney } from './post-money.ts';

/** Something that a supplier is owed from now on, or owes us (below zero). Fen, tax included. */
export interface NewItem {
  readonly supplierId: number;
  readonly coModel: number;
  readonly itemType: number;
  /** Line of the source that it is of; one item of each. */
  readonly sourceLineId?: number | null;
  /** The event that it is of, where one document has several of a line. */
  readonly eventId?: number | null;
  /** Where its goods stood; worked out from its document where nothing is said. */
  readonly warehouseId?: number | null;
  /** Business day on which it came about. */
  readonly occurDate: string;
  readonly skuId?: number | null;
  readonly qty?: number | null;
  readonly price?: number | null;
  readonly taxRateBp?: number;
  readonly amount: number;
  readonly taxAmount?: number;
  /** Its price is estimated: it waits for the real one. */
  readonly unpriced?: boolean;
}

/** Adds the settle items of a document and books them (domain.md §5.3). Nobody else writes items. */
export async function addSettleItems(
  context: MoneyContext,
  source: MoneySource,
  items: readonly NewItem[],
): Promise<void> {
  if (items.length === 0) return;
  const now = context.now.toISOString();
  const rows = items.map((item) => ({
    supplier_id: item.supplierId,
    co_model: item.coModel,
    item_type: item.itemType,
    source_line_id: item.sourceLineId ?? null,
    event_id: item.eventId ?? null,
    warehouse_id: item.warehouseId ?? null,
    occur_date: item.occurDate,
    sku_id: item.skuId ?? null,
    qty: item.qty ?? null,
    price: item.price ?? null,
    tax_rate_bp: item.taxRateBp ?? 0,
    amount: item.amount,
    tax_amount: item.taxAmount ?? 0,
    status: item.unpriced ? settleState.unpriced : settleState.open,
  }));
  await sql`
    insert into settle_item (supplier_id, co_model, item_type, source_type, source_id, source_no, source_line_id, event_id, warehouse_id, occur_date, sku_id, qty, price, tax_rate_bp,
      amount, tax_amount, status, created_by, updated_by, created_at, updated_at)
    select r.supplier_id, r.co_model, r.item_type, ${source.docType}, ${source.docId}, ${source.docNo}, r.source_line_id, r.event_id, r.warehouse_id, r.occur_date, r.sku_id, r.qty, r.price,
      r.tax_rate_bp, r.amount, r.tax_amount, r.status, ${context.actor.id}, ${context.actor.id}, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (supplier_id bigint, co_model smallint, item_type smallint, source_line_id bigint, event_id bigint, warehouse_id bigint,
      occur_date date, sku_id bigint, qty bigint, price bigint, tax_rate_bp bigint, amount bigint, tax_amount bigint, status smallint)`.execute(
    context.db,
  );
  await postMoney(
    context,
    source,
    items.map(({ supplierId, itemType, amount }) => ({ supplierId, subledger: accountOf(itemType), amount })),
  );
}

/** In which account an item stands until it is settled. */
export function accountOf(itemType: number): number {
  const account = subledgerOf[itemType];
  if (account === undefined) throw new Error(`no account for items of type ${itemType}`);
  return account;
}

/** How far items are moved, and on what they hang from then on; what is left out stays. */
interface Move {
  readonly from: readonly number[];
  readonly to: number;
  readonly billId?: number | null;
  readonly statementId?: number | null;
}

/** An item that has been moved. Fen. */
export interface MovedItem {
  id: number;
  supplier_id: number;
  co_model: number;
  item_type: number;
  source_type: string;
  source_id: number;
  source_no: string;
  amount: number;
  tax_amount: number;
  tax_rate_bp: number;
}

/**
 * Moves the items (under alias `i`) of which `which` is true from one of these states to another, in the order of their ids, so that who moves the same ones
 * waits and then finds them moved. Answers those that were.
 */
export async function moveItems(
  { db, actor, now }: MoneyContext,
  which: RawBuilder<boolean>,
  { from, to, billId, statementId }: Move,
): Promise<MovedItem[]> {
  const sets = [
    sql`status = ${to}`,
    ...(billId === undefined ? [] : [sql`check_bill_id = ${billId}`]),
    ...(statementId === undefined ? [] : [sql`statement_id = ${statementId}`]),
  ];
  const { rows } = await sql<MovedItem>`
    with held as (select i.id from settle_item i where i.status = any(${[...from]}) and ${which} order by i.id for no key update)
    update settle_item i set ${sql.join(sets)}, version = version + 1, updated_by = ${actor.id}, updated_at = ${now.toISOString()} from held
    where i.id = held.id
    returning i.id, i.supplier_id, i.co_model, i.item_type, i.source_type, i.source_id, i.source_no, i.amount, i.tax_amount, i.tax_rate_bp`.execute(
    db,
  );
  return rows;
}

/** The items of a document count no more, and are booked back. Those that are on their way to be paid are not among them. */
export async function voidItems(context: MoneyContext, source: MoneySource): Promise<void> {
  const gone = await moveItems(
    context,
    sql<boolean>`i.source_type = ${source.docType} and i.source_id = ${source.docId}`,
    { from: [settleState.unpriced, settleState.open], to: settleState.void },
  );
  await postMoney(
    context,
    source,
    gone.map((item) => ({
      supplierId: item.supplier_id,
      subledger: accountOf(item.item_type),
      amount: -item.amount,
    })),
  );
}

/** A price that was estimated until now: of the item of this line, fen for one piece, tax included. */
export interface FoundPrice {
  readonly source_line_id: number;
  readonly price: number;
  readonly tax_rate_bp: number;
}

/** An item that has its price, and what it is worth more: fen, without tax. */
export interface PricedItem {
  source_line_id: number;
  untaxed: number;
}

/**
 * Gives items of goods that wait for a price theirs and books the difference; they may be checked from then on. As with all goods that come in, a
 * piece is rounded without its tax first, so that what is owed for it without tax is what it costs (domain.md §1.2). Answers what has changed.
 */
export async function priceItems(
  context: MoneyContext,
  source: MoneySource,
  sourceType: string,
  prices: readonly FoundPrice[],
): Promise<PricedItem[]> {
  if (prices.length === 0) return [];
  const found = rowsOf('p', {
    source_line_id: ['bigint', prices.map((one) => one.source_line_id)],
    price: ['bigint', prices.map((one) => one.price)],
    tax_rate_bp: ['bigint', prices.map((one) => one.tax_rate_bp)],
  });
  const { rows } = await sql<PricedItem & { supplier_id: number; item_type: number; more: number }>`
    with held as (
      select i.id, i.amount, i.tax_amount, p.price, p.tax_rate_bp from settle_item i join ${found} on p.source_line_id = i.source_line_id
      where i.source_type = ${sourceType} and i.status = ${settleState.unpriced} order by i.id for no key update of i
    )
    update settle_item i set status = ${settleState.open}, price = h.price, tax_rate_bp = h.tax_rate_bp, amount = i.qty * h.price,
      tax_amount = i.qty * h.price - i.qty * round(h.price * 10000.0 / (10000 + h.tax_rate_bp))::bigint, version = version + 1, updated_by = ${context.actor.id},
      updated_at = ${context.now.toISOString()}
    from held h where i.id = h.id returning i.source_line_id, i.supplier_id, i.item_type, i.amount - h.amount as more,
      i.amount - i.tax_amount - h.amount + h.tax_amount as untaxed`.execute(context.db);
  await postMoney(
    context,
    source,
    rows.map(({ supplier_id, item_type, more }) => ({
      supplierId: supplier_id,
      subledger: accountOf(item_type),
      amount: more,
    })),
  );
  return rows.map(({ source_line_id, untaxed }) => ({ source_line_id, untaxed }));
}
