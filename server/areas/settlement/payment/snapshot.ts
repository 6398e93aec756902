import { sql } from 'kysely';
import { accountInForce } from '#contract/areas/partners/supplier-account.ts';
import { payment } from '#contract/areas/settlement/payment.ts';
import { direction } from '#contract/areas/settlement/settle-enums.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { nobody, payeeOf } from '#server/terms/payee.ts';

/** Where a payment goes to as it stands now (amendments E). */
export async function snapshotOf({ db }: Pick<WriteContext, 'db'>, values: Values): Promise<Values> {
  if (values.direction === direction.receive) return nobody;
  return await payeeOf(db, { account_id: values.account_id, supplier_id: values.supplier_id });
}

/** An account got other terms: what is on its way to it is judged again, with the new ones (amendments E). */
export function followAccounts({ registry }: Pick<Kit, 'registry'>): void {
  registry.events.on(accountInForce, async (context, { account_id }) => {
    const { rows } = await sql<{ id: number }>`
      select id from payment where account_id = ${account_id} and status in (1, 2, 3) order by id`.execute(context.db);
    for (const { id } of rows)
      await runTransition(registry, context, { definition: payment, name: 'accountChanged', id });
  });
}
