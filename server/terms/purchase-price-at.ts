import { type Kysely, type RawBuilder, sql } from 'kysely';

/** What a piece of goods is bought at on a day, and what that price comes from. Money in fen, tax included. */
export interface PurchasePriceAt {
  readonly sku_id: number;
  readonly price: number;
  readonly tax_rate_bp: number;
  readonly sheet_id: number;
  readonly sheet_no: string;
  readonly contract_id: number | null;
  readonly contract_no: string | null;
  /** The first day on which it holds, and the first on which it does not any more. */
  readonly effective_date: string;
  readonly expire_date: string | null;
}

interface Asked {
  readonly supplier_id: number;
  readonly sku_ids: readonly number[];
  /** A business day, `YYYY-MM-DD`. */
  readonly date: string;
}

/**
 * The purchase prices of a supplier's goods on a day, by goods (domain.md §3.3): an order line takes price and tax from here, and says
 * which sheet and contract they are of. Goods without an entry have no price: a line takes them as estimated (price_state 2) where the
 * installation lets it (`allow_estimate_price`). Of ids that are not there nothing is said.
 */
export async function purchasePriceAt(
  db: Kysely<unknown>,
  { supplier_id, sku_ids, date }: Asked,
): Promise<Map<number, PurchasePriceAt>> {
  if (sku_ids.length === 0) return new Map();
  const { rows } = await sql<PurchasePriceAt>`
    select p.sku_id, p.price, p.tax_rate_bp, p.sheet_id, s.sheet_no, p.contract_id, c.contract_no, p.effective_date, p.expire_date
    from purchase_price p join purchase_price_sheet s on s.id = p.sheet_id left join contract c on c.id = p.contract_id
    where p.supplier_id = ${supplier_id} and p.sku_id = any(${[...sku_ids]}::bigint[]) and ${holdsOn('p', sql`${date}::date`)}`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.sku_id, row]));
}

/** Does the purchase price under `alias` hold on this day? */
export const holdsOn = (alias: string, day: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (${sql.ref(`${alias}.effective_date`)} <= ${day} and (${sql.ref(`${alias}.expire_date`)} is null or ${sql.ref(`${alias}.expire_date`)} > ${day}))`;
