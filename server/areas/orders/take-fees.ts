import { sql } from 'kysely';
import { channelReconFinished } from '#contract/areas/cashier/cashier-events.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/** What a channel took of each payment, once its day is settled: a day is settled once, and a refund may give some of it back. */
export function takeFees({ registry }: Pick<Kit, 'registry'>): void {
  registry.events.on(channelReconFinished, async ({ db, actor, now }, { recon_id }) => {
    await sql`
      update order_payment p set fee_amount = p.fee_amount + f.fee, version = p.version + 1, updated_by = ${actor.id}, updated_at = ${now.toISOString()}
      from (
        select payment_id, sum(fee_amount)::bigint as fee from channel_recon_line where recon_id = ${recon_id} and payment_id is not null
        group by payment_id having sum(fee_amount) <> 0
      ) f where f.payment_id = p.id`.execute(db);
  });
}
