import { type RawBuilder, sql } from 'kysely';

/**
 * The rate of tax, in basis points, with which goods of an inbound line `d` of a style `p` are owed: that of their price, or of their
 * style as long as no price is known (such a line has no rate of its own yet).
 */
export const rateOfBatch: RawBuilder<number> = sql<number>`
  case when d.price_state = 2 and d.purchase_price = 0 then p.tax_rate_bp else d.tax_rate_bp end`;
