import { type AccountTerm, accountTermNames } from '#contract/areas/partners/account-terms.ts';
import { accountCheckState, accountsClosing, supplierAccount } from '#contract/areas/partners/supplier-account.ts';
import { accountChangeType } from '#contract/areas/partners/supplier-account-change.ts';
import type { Saved } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { StoredRow, Values } from '#server/kit/save-record.ts';
import { type EntityHooks, type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { serveAccountChange } from './account-change.ts';
import { refuseTaken, refuseUnusable } from './account-guards.ts';
import { propose, replacedBy, waitsFor } from './account-proposal.ts';

/** Accounts of suppliers: a save proposes, finance puts in force (amendments E, G5). */
export function serveSupplierAccount(kit: Kit): void {
  serveEntity(kit, supplierAccount, accountHooks(kit), tellProposed);
  serveAccountChange(kit);
}

export const accountHooks = (kit: Kit): EntityHooks<typeof supplierAccount> => ({
  async derive(context, values, before) {
    if (before && before.supplier_id !== values.supplier_id)
      throw new Refusal('invalid', '账户不能改属其他供应商，请停用后新增', 'supplier_id');
    if (before && !proposesAnything(values, before)) return {};
    await refuseUnusable(context, [values]);
    if (!before) return { status: 0 };
    await refuseTaken(context, values.account_no, before.id);
    await propose(kit, context, { account: { ...values, id: before.id }, changeType: typeOf(before) });
    // What is in force stays in force; what never was shows what was proposed last.
    const kept = before.in_force_at === null ? {} : termsOf(before);
    return { ...kept, check_state: accountCheckState.waiting };
  },
  async after(context, id, values, before) {
    if (!before) await propose(kit, context, { account: { ...values, id }, changeType: accountChangeType.opened });
  },
  async guardStatus(context, records, status) {
    if (status === 1) return await refuseToEnable(context, records);
    const account_ids = records.map((record) => record.id);
    await kit.registry.events.emit(context, accountsClosing, { account_ids });
  },
});

const typeOf = (before: Values): number =>
  before.in_force_at === null ? accountChangeType.opened : accountChangeType.edited;

const termsOf = (record: Values): Values =>
  Object.fromEntries(accountTermNames.map((name: AccountTerm) => [name, record[name]]));

// What is on an account that was refused is proposed again by saving it as it is.
const proposesAnything = (values: Values, before: Values): boolean =>
  before.in_force_at === null || accountTermNames.some((name) => values[name] !== before[name]);

async function refuseToEnable(
  context: WriteContext,
  records: readonly StoredRow<typeof supplierAccount>[],
): Promise<void> {
  const unchecked = records.find((record) => record.in_force_at === null);
  if (unchecked) throw new Refusal('illegalTransition', `账户 ${String(unchecked.account_no)} 未经财务复核，不能启用`);
  await refuseUnusable(context, records);
}

/** Says what a save did: nothing that is paid to has changed yet, and what waited before is judged no more. */
async function tellProposed(context: WriteContext, saved: Saved): Promise<Saved> {
  const waiting = await waitsFor(context.db, saved.id);
  if (!waiting) return saved;
  const replaced = await replacedBy(context, waiting, saved.id);
  const words = replaced === undefined ? '' : `；取代待复核的 ${replaced}`;
  return { ...saved, warning: `已提交财务复核，复核通过后生效${words}` };
}
