import { type Kysely, type RawBuilder, sql } from 'kysely';
import { taxOfPieces, taxWithin } from '#contract/areas/settlement/settle-enums.ts';

/** Pieces of a consigned batch that were sold: what they were sold for and what of the discounts the company bore, in fen. */
export interface ConsignedPieces {
  readonly in_ware_detail_id: number | null;
  readonly co_model: number | null;
  readonly qty: number;
  readonly final_amount: number;
  readonly borne_amount: number;
}

/** What their supplier is owed for them, tax included, and the tax within it. */
export interface Owed {
  readonly supplier_id: number;
  readonly co_model: number;
  readonly price: number;
  readonly tax_rate_bp: number;
  readonly amount: number;
  readonly tax_amount: number;
  /** The price is an estimate: what is owed waits for the real one. */
  readonly unpriced: boolean;
}

const jointVenture = 3;

/**
 * What is owed for consigned pieces as they are sold (domain.md §5.3, amendments C): of 代销 the purchase price of their batch, of 联营 the
 * share of what they were sold for with the discounts that the company bore, at the rate of the contract of their purchase, else of the
 * supplier. In the order of the pieces; none for what is bought or has no batch.
 */
export async function owedForConsigned(
  db: Kysely<unknown>,
  pieces: readonly ConsignedPieces[],
): Promise<(Owed | undefined)[]> {
  const ids = pieces.flatMap(({ co_model, in_ware_detail_id: id }) => (id !== null && (co_model ?? 1) > 1 ? [id] : []));
  if (ids.length === 0) return pieces.map(() => undefined);
  const { rows } = await sql<Terms>`
    select d.id, s.id as supplier_id, d.purchase_price, d.tax_rate_bp, d.price_state, coalesce(c.take_rate_bp, s.take_rate_bp, 0) as take_rate_bp
    from in_ware_batch_detail d join in_ware_batch b on b.id = d.in_ware_batch_id
    join supplier s on s.id = ${supplierOfBatch('d', 'b')}
    left join purchase_order o on o.id = b.purchase_id left join contract c on c.id = o.contract_id
    where d.id = any(${ids}::bigint[])`.execute(db);
  const terms = new Map(rows.map((row) => [row.id, row]));
  return pieces.map((one) => {
    const found =
      (one.co_model ?? 1) > 1 && one.in_ware_detail_id !== null ? terms.get(one.in_ware_detail_id) : undefined;
    return found ? owedBy(found, one) : undefined;
  });
}

/** Whose goods a line of an inbound batch is: those that no purchase brought (found again, other) are whose their stock is. */
export const supplierOfBatch = (line: string, batch: string): RawBuilder<number> => sql<number>`
  coalesce(${sql.ref(batch)}.supplier_id, (select o.supplier_id from stock_batch o where o.in_ware_detail_id = ${sql.ref(line)}.id limit 1))`;

interface Terms {
  id: number;
  supplier_id: number;
  purchase_price: number;
  tax_rate_bp: number;
  price_state: number;
  take_rate_bp: number;
}

function owedBy(terms: Terms, { co_model, qty, final_amount, borne_amount }: ConsignedPieces): Owed {
  const { supplier_id, purchase_price, tax_rate_bp, price_state, take_rate_bp } = terms;
  const joint = co_model === jointVenture;
  const amount = joint ? shareOfSale(final_amount + borne_amount, take_rate_bp) : qty * purchase_price;
  const tax = joint ? taxWithin(amount, tax_rate_bp) : taxOfPieces(purchase_price, tax_rate_bp, qty);
  return {
    supplier_id,
    co_model: co_model ?? 1,
    price: joint ? 0 : purchase_price,
    tax_rate_bp,
    amount,
    tax_amount: tax,
    unpriced: !joint && price_state === estimated,
  };
}

/** Rounded half up to the fen. */
const shareOfSale = (base: number, takeRateBp: number): number =>
  Number((BigInt(base) * BigInt(10_000 - takeRateBp) * 2n + 10_000n) / 20_000n);

/** price_state of domain.md §2. */
const estimated = 2;
