import { type Kysely, sql } from 'kysely';
import { accountTermNames } from '#contract/areas/partners/account-terms.ts';
import { supplierAccountChange } from '#contract/areas/partners/supplier-account-change.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument } from '#server/kit/create-document.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

interface Proposal {
  /** The account as it would be, with its id. */
  readonly account: Values & { readonly id: number };
  readonly changeType: number;
}

/** Makes the pending version of an account. One that waits already gives way: what is judged is what was saved last. */
export async function propose(
  kit: Pick<Kit, 'registry' | 'numbers'>,
  context: WriteContext,
  { account, changeType }: Proposal,
): Promise<void> {
  const id = account.id;
  const waiting = await waitsFor(context.db, id);
  if (waiting !== undefined)
    await runTransition(kit.registry, context, { definition: supplierAccountChange, name: 'replace', id: waiting });
  const terms = Object.fromEntries(accountTermNames.map((name) => [name, account[name]]));
  await createDocument(kit, context, {
    definition: supplierAccountChange,
    values: { ...terms, account_id: id, supplier_id: account.supplier_id, change_type: changeType },
    label: '提交复核',
  });
}

/** The change of an account that waits for finance, if there is one. */
export async function waitsFor(db: Kysely<unknown>, accountId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from supplier_account_change where account_id = ${accountId} and status = 1`.execute(db);
  return rows[0]?.id;
}

/** The number of the change that this one took the place of in this very call, if there was one. */
export async function replacedBy(
  { db, now }: Pick<WriteContext, 'db' | 'now'>,
  changeId: number,
  accountId: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ change_no: string }>`
    select change_no from supplier_account_change
    where account_id = ${accountId} and id < ${changeId} and status = -1 and updated_at = ${now.toISOString()} order by id desc limit 1`.execute(
    db,
  );
  return rows[0]?.change_no;
}
