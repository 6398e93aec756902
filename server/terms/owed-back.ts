import { type Kysely, sql } from 'kysely';
import { splitBy } from '#contract/areas/orders/order-enums.ts';
import type { ReturnedPieces } from '#contract/areas/orders/order-events.ts';
import { taxOfPieces, taxWithin } from '#contract/areas/settlement/settle-enums.ts';
import { supplierOfBatch } from './consigned.ts';

/** What a supplier is owed no more for pieces of one batch. Fen, tax included; below zero where it is owed again. */
export interface OwedBack {
  readonly in_ware_detail_id: number;
  readonly supplier_id: number;
  readonly co_model: number;
  readonly sku_id: number;
  readonly qty: number;
  /** Of one piece; none in a joint venture, where a share of the sale is owed. */
  readonly price: number | null;
  readonly tax_rate_bp: number;
  readonly amount: number;
  readonly tax_amount: number;
  /** Its price is not known yet. */
  readonly unpriced: boolean;
}

/** 代销 is owed the price of the batch for what was sold, 联营 the company's share taken off what it was sold for (domain.md §5.3). */
const consigned = 2;
const joint = 3;

interface Terms {
  id: number;
  sku_id: number;
  purchase_price: number;
  tax_rate_bp: number;
  unpriced: boolean;
  take_rate_bp: number;
}

async function termsOf(db: Kysely<unknown>, ids: readonly number[]): Promise<ReadonlyMap<number, Terms>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Terms>`
    select d.id, d.sku_id, d.purchase_price, d.tax_rate_bp, d.price_state = 2 as unpriced, coalesce(c.take_rate_bp, s.take_rate_bp, 0) as take_rate_bp
    from in_ware_batch_detail d join in_ware_batch i on i.id = d.in_ware_batch_id left join supplier s on s.id = ${supplierOfBatch('d', 'i')}
      left join purchase_order o on o.id = i.purchase_id left join contract c on c.id = o.contract_id
    where d.id = any(${[...new Set(ids)]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** For goods that came back (P11), and, below zero, that went to their customer again. */
export async function owedForReturns(db: Kysely<unknown>, pieces: readonly ReturnedPieces[]): Promise<OwedBack[]> {
  const foreign = pieces.filter(({ co_model: model }) => model === consigned || model === joint);
  const terms = await termsOf(
    db,
    foreign.flatMap(({ in_ware_detail_id: id }) => id ?? []),
  );
  return foreign.flatMap((one): OwedBack[] => {
    const of = terms.get(one.in_ware_detail_id ?? 0);
    if (!of || one.supplier_id === null) return [];
    const shared = {
      in_ware_detail_id: of.id,
      supplier_id: one.supplier_id,
      co_model: Number(one.co_model),
      sku_id: of.sku_id,
      qty: one.qty,
      tax_rate_bp: of.tax_rate_bp,
    };
    if (one.co_model === joint) return [{ ...shared, ...shareOfReturned(one, of) }];
    const amount = one.qty * of.purchase_price;
    return [
      {
        ...shared,
        price: of.purchase_price,
        amount,
        tax_amount: taxOfPieces(of.purchase_price, of.tax_rate_bp, one.qty),
        unpriced: of.unpriced,
      },
    ];
  });
}

/** A batch's part of a line that was sold for less, and by how much. Fen. */
interface Lowered {
  readonly id: number;
  readonly origin: number;
  readonly supplier_id: number | null;
  readonly co_model: number | null;
  readonly part: number;
}

/** Money that went back while the goods stay with the customer, by the batches that the pieces still there left from, each piece its share. */
export async function loweredBy(
  db: Kysely<unknown>,
  lines: readonly { readonly item_id: number; readonly amount: number }[],
): Promise<Lowered[]> {
  const { rows } = await sql<Omit<Lowered, 'part'> & { item_id: number; qty: number }>`
    select id, order_item_id as item_id, in_ware_detail_id as origin, supplier_id, co_model, qty - returned_qty as qty from order_item_batch
    where order_item_id = any(${lines.map(({ item_id }) => item_id)}::bigint[]) and qty > returned_qty order by id`.execute(
    db,
  );
  return lines.flatMap(({ item_id, amount }) => {
    const own = rows.filter((row) => row.item_id === item_id);
    const parts = splitBy(
      amount,
      own.map(({ qty }) => qty),
    );
    return own.map((row, place) => ({ ...row, part: parts[place] ?? 0 }));
  });
}

/** For money that went back while the goods stay with the customer: what was sold was sold for less (amendments C). */
export async function owedForRefund(
  db: Kysely<unknown>,
  lines: readonly { readonly item_id: number; readonly amount: number }[],
): Promise<OwedBack[]> {
  const lowered = (await loweredBy(db, lines)).filter(({ co_model: model }) => model === joint);
  const terms = await termsOf(
    db,
    lowered.map(({ origin }) => origin),
  );
  return lowered.flatMap(({ origin, supplier_id, part }): OwedBack[] => {
    const of = terms.get(origin);
    if (supplier_id === null || !of) return [];
    return [
      {
        in_ware_detail_id: origin,
        supplier_id,
        co_model: joint,
        sku_id: of.sku_id,
        qty: 0,
        tax_rate_bp: of.tax_rate_bp,
        ...shareOfSale(part, of),
      },
    ];
  });
}

/**
 * The share of pieces that come back, by what came back before them: all of them together are owed back what they were owed, to the fen
 * (amendments H1), less what refunds without a return have taken off it.
 */
function shareOfReturned(one: ReturnedPieces, terms: Terms) {
  const between = (before: number, part: number) => {
    const [from, upTo] = [shareOfSale(before, terms), shareOfSale(before + part, terms)];
    return { amount: upTo.amount - from.amount, tax_amount: upTo.tax_amount - from.tax_amount };
  };
  const sold = between(one.returned_amount ?? 0, one.final_amount + one.borne_amount);
  const less = between(one.lowered_rest ?? 0, one.lowered_amount ?? 0);
  return {
    price: null,
    amount: sold.amount - less.amount,
    tax_amount: sold.tax_amount - less.tax_amount,
    unpriced: false,
  };
}

function shareOfSale(base: number, { take_rate_bp: take, tax_rate_bp: rate }: Terms) {
  const amount = Math.sign(base) * Math.floor((Math.abs(base) * (10_000 - take) + 5000) / 10_000);
  return { price: null, amount, tax_amount: taxWithin(amount, rate), unpriced: false };
}
