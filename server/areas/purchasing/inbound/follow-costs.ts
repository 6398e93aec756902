import { sql } from 'kysely';
import { costsChanged } from '#contract/areas/costs/cost-events.ts';
import { priceStateCode } from '#contract/areas/enums.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/**
 * Lines of inbound batches say what a piece costs now, and what it was bought at once that is known (`costsChanged`); what all of them
 * cost as they came in stays, for the ledger says it too. Whoever says so has held them.
 */
export function followCosts({ registry }: Pick<Kit, 'registry'>): void {
  registry.events.on(costsChanged, async ({ db }, { lines }) => {
    await sql`
      update in_ware_batch_detail d set cost_price = e.cost_price, price_state = ${priceStateCode.priced}, purchase_price = coalesce(e.price, d.purchase_price),
        tax_rate_bp = coalesce(e.tax_rate_bp, d.tax_rate_bp)
      from ${rowsOf('e', {
        id: ['bigint', lines.map(({ detail_id }) => detail_id)],
        cost_price: ['bigint', lines.map(({ cost_price }) => cost_price)],
        price: ['bigint', lines.map(({ price }) => price?.price ?? null)],
        tax_rate_bp: ['bigint', lines.map(({ price }) => price?.tax_rate_bp ?? null)],
      })} where d.id = e.id`.execute(db);
  });
}
