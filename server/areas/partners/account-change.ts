import { sql } from 'kysely';
import { accountTermNames } from '#contract/areas/partners/account-terms.ts';
import { accountCheckState, accountInForce, supplierAccount } from '#contract/areas/partners/supplier-account.ts';
import { supplierAccountChange } from '#contract/areas/partners/supplier-account-change.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';
import type { Participant } from '#server/kit/participants.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import { refusalOfConstraint } from '#server/kit/refusals.ts';
import type { Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { DocumentHooks, LockedDocument, Step } from '#server/kit/step.ts';
import { refuseUnusable } from './account-guards.ts';

/** Changes of accounts: judged by somebody who had no hand in what they say, and then in force. */
export function serveAccountChange(kit: Kit): void {
  serveDocument(kit, supplierAccountChange, changeHooks(kit));
}

const changeHooks = (kit: Kit): DocumentHooks<typeof supplierAccountChange> => ({
  transitions: {
    check: {
      participants: earlierParticipants,
      guard: async ({ context, document, rejects }) => {
        if (!rejects) await refuseUnusable(context, [document]);
      },
      effect: (step) => (step.rejects ? leave(step, accountCheckState.rejected) : putInForce(kit, step)),
    },
    withdraw: { may: onlyOwn, effect: withdraw },
  },
});

function onlyOwn(actor: Actor, { created_by }: LockedDocument<typeof supplierAccountChange>): Refusal | undefined {
  return created_by === actor.id ? undefined : new Refusal('forbidden', '只能撤回自己提交的变更');
}

/**
 * A change repeats what others proposed since the account was last in force and nobody judged: their hands are in it too. As
 * `parts/supplier-account-change.sql` of the invariants has it.
 */
async function earlierParticipants(
  { db }: Pick<ReadContext, 'db'>,
  documents: readonly LockedDocument<typeof supplierAccountChange>[],
): Promise<Participant[][]> {
  const { rows } = await sql<{ of: number; admin_id: number }>`
    select c.id as of, e.created_by as admin_id from supplier_account_change c join supplier_account_change e on e.account_id = c.account_id and e.id < c.id
    where c.id = any(${documents.map(({ id }) => id)}) and not exists (
      select 1 from supplier_account_change i where i.account_id = c.account_id and i.status = 2 and i.id >= e.id and i.id < c.id)`.execute(
    db,
  );
  return documents.map(({ id }) =>
    rows.filter((row) => row.of === id).map(({ admin_id }) => ({ id: admin_id, part: '编辑人' })),
  );
}

/**
 * The account, under its lock and that of the supplier's others: which of them is the default one is settled between them.
 * Whoever judges a change sees it, and with that the account.
 */
async function accountOf(
  context: WriteContext,
  { account_id, supplier_id }: LockedDocument<typeof supplierAccountChange>,
): Promise<Values & { id: number }> {
  const { rows } = await sql<{
    id: number;
  }>`select id from supplier_account where supplier_id = ${supplier_id}`.execute(context.db);
  const accounts = await lockRecords(
    context,
    supplierAccount,
    rows.map(({ id }) => id),
    true,
  );
  const account = accounts.find(({ id }) => id === account_id);
  if (!account) throw new Refusal('notFound');
  return account;
}

async function putInForce(kit: Kit, { context, document }: Step<typeof supplierAccountChange>): Promise<undefined> {
  const account = await accountOf(context, document);
  const now = context.now.toISOString();
  const first = account.in_force_at === null;
  const terms = Object.fromEntries(accountTermNames.map((name) => [name, document[name]]));
  if (terms.is_default) await leaveDefault(context, account);
  const values: Values = {
    ...terms,
    check_state: accountCheckState.checked,
    checked_by: context.actor.id,
    in_force_at: now,
    ...(first ? { status: 1 } : {}),
  };
  const sets = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  try {
    await sql`
      update supplier_account set ${sql.join(sets)}, version = version + 1, updated_by = ${context.actor.id}, updated_at = ${now}
      where id = ${account.id}`.execute(context.db);
  } catch (error) {
    throw refusalOfConstraint(supplierAccount, error);
  }
  const changed = Object.entries(values).filter(([name, value]) => account[name] !== value);
  await writeAudit(context, [
    {
      docType: supplierAccount.name,
      docId: account.id,
      docNo: String(terms.account_no),
      action: 'inForce',
      label: '账户生效',
      remark: String(document.change_no),
      changes: Object.fromEntries(changed.map(([name, after]) => [name, { before: account[name] ?? null, after }])),
    },
  ]);
  const { id: account_id, supplier_id } = account;
  await kit.registry.events.emit(context, accountInForce, { account_id, supplier_id });
  return undefined;
}

/** A supplier has one default account among those in force: another one that was it is so no longer. */
async function leaveDefault(context: WriteContext, { id, supplier_id }: Values): Promise<void> {
  const { rows } = await sql<{ id: number; account_no: string }>`
    update supplier_account set is_default = false, version = version + 1, updated_by = ${context.actor.id}, updated_at = ${context.now.toISOString()}
    where supplier_id = ${supplier_id} and id <> ${id} and is_default and in_force_at is not null returning id, account_no`.execute(
    context.db,
  );
  await writeAudit(
    context,
    rows.map((row) => ({
      docType: supplierAccount.name,
      docId: row.id,
      docNo: row.account_no,
      action: 'inForce',
      label: '不再是默认账户',
      changes: { is_default: { before: true, after: false } },
    })),
  );
}

/** The account stays as it is; it says what became of the proposal. */
async function leave(
  { context, document }: Pick<Step<typeof supplierAccountChange>, 'context' | 'document'>,
  checkState: number,
): Promise<undefined> {
  const { id } = await accountOf(context, document);
  await sql`
    update supplier_account set check_state = ${checkState}, version = version + 1, updated_by = ${context.actor.id}, updated_at = ${context.now.toISOString()}
    where id = ${id}`.execute(context.db);
  return undefined;
}

async function withdraw(step: Step<typeof supplierAccountChange>): Promise<undefined> {
  const { in_force_at: since } = await accountOf(step.context, step.document);
  return await leave(step, since === null ? accountCheckState.withdrawn : accountCheckState.checked);
}
