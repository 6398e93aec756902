import { sql } from 'kysely';
import { ownAccount } from '#contract/areas/partners/own-account.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import { type EntityHooks, type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { refuseOff } from './in-use.ts';

/** Accounts of the company's own: the first one is the default, and while others are in use the default stays so. Each in use is at a bank in use. */
export function serveOwnAccount(kit: Kit): void {
  serveEntity(kit, ownAccount, ownAccountHooks);
}

export const ownAccountHooks: EntityHooks<typeof ownAccount> = {
  async derive(context, values, before) {
    if (before?.bank_id !== values.bank_id) await refuseOff(context, ofBank, [values.bank_id]);
    // Two at once would both be the default: they wait for one another here.
    await sql`select pg_advisory_xact_lock(hashtext('own_account.default'))`.execute(context.db);
    if (before?.is_default === true && values.is_default === false)
      throw new Refusal('invalid', '默认账户不能取消，请把另一个账户设为默认', 'is_default');
    if (before?.status === 0 && values.is_default === true)
      throw new Refusal('invalid', '账户已停用，不能设为默认', 'is_default');
    const isDefault = values.is_default === true || (!before && !(await hasDefault(context)));
    if (isDefault) await leaveDefault(context, before?.id ?? 0);
    return { is_default: isDefault };
  },
  async guardStatus(context, records, status) {
    if (status !== 0) {
      await refuseOff(
        context,
        ofBank,
        records.map(({ bank_id }) => bank_id),
      );
      return;
    }
    const standing = records.find((record) => record.is_default === true);
    if (!standing) return;
    const { rows } = await sql`
      select 1 from own_account where status = 1 and id <> all(${records.map(({ id }) => id)}) limit 1`.execute(
      context.db,
    );
    if (rows.length > 0)
      throw new Refusal(
        'illegalTransition',
        `账户“${String(standing.name)}”是默认账户，请先把另一个账户设为默认`,
        'ids',
      );
    // The last one in use: there is nothing else to be the default.
    await sql`update own_account set is_default = false where id = ${standing.id}`.execute(context.db);
  },
};

const ofBank = { table: 'bank', label: '银行', field: 'bank_id' } as const;

async function hasDefault({ db }: WriteContext): Promise<boolean> {
  const { rows } = await sql`select 1 from own_account where is_default`.execute(db);
  return rows.length > 0;
}

/** The one that was the default is so no longer, and its history says since when. */
async function leaveDefault(context: WriteContext, id: number): Promise<void> {
  const { rows } = await sql<Values & { id: number; name: string }>`
    update own_account set is_default = false, version = version + 1, updated_by = ${context.actor.id}, updated_at = ${context.now.toISOString()}
    where is_default and id <> ${id} returning id, name`.execute(context.db);
  await writeAudit(
    context,
    rows.map((row) => ({
      docType: ownAccount.name,
      docId: row.id,
      docNo: row.name,
      action: 'edit',
      label: '不再是默认账户',
      changes: { is_default: { before: true, after: false } },
    })),
  );
}
