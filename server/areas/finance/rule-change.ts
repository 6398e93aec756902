import { sql } from 'kysely';
import { bookingRule } from '#contract/areas/finance/booking-rule.ts';
import { ruleChange } from '#contract/areas/finance/rule-change.ts';
import { controlSubjects } from '#contract/areas/finance/voucher-rule-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import type { DocumentHooks, Step } from '#server/kit/step.ts';
import { serveTrials } from './rule-trials.ts';

/** The rules of vouchers: seen, tried on what has happened, and changed with a second person's approval. */
export function serveRules(kit: Kit): void {
  serveEntity(kit, bookingRule);
  serveDocument(kit, ruleChange, hooks);
  serveTrials(kit);
}

const hooks: DocumentHooks<typeof ruleChange> = {
  derive: async ({ db }, values, before) => {
    const rule = await holdRule(db, values.rule_id);
    await refuseSubjects(db, rule, values);
    if (rule.waiting !== null && rule.waiting !== before?.id)
      throw new Refusal('invalid', `该规则的变更 ${rule.waiting_no} 正在待审批，请先审批或撤销`, 'rule_id');
    return { was_debit_id: rule.debit_id, was_credit_id: rule.credit_id };
  },
  transitions: { audit: { guard, effect: putInForce } },
};

interface RuleRow {
  readonly debit_id: number;
  readonly credit_id: number;
  readonly debit_code: string;
  readonly credit_code: string;
  readonly waiting: number | null;
  readonly waiting_no: string | null;
}

interface Proposed {
  readonly debit_id: number;
  readonly credit_id: number;
}

/** The rule under lock: two proposals at once come one after the other. */
async function holdRule(db: WriteContext['db'], id: number): Promise<RuleRow> {
  await sql`select from voucher_rule where id = ${id} for update`.execute(db);
  const { rows } = await sql<RuleRow>`
    select d.id as debit_id, c.id as credit_id, r.debit_code, r.credit_code, g.id as waiting, g.change_no as waiting_no
    from voucher_rule r join account_subject d on d.code = r.debit_code join account_subject c on c.code = r.credit_code
    left join rule_change g on g.rule_id = r.id and g.status = 1
    where r.id = ${id}`.execute(db);
  if (!rows[0]) throw new Refusal('notFound', undefined, 'rule_id');
  return rows[0];
}

/** Which subjects a rule may be given: in use, without others below, and held against an account beside the books as they were before. */
async function refuseSubjects(db: WriteContext['db'], rule: RuleRow, proposed: Proposed): Promise<void> {
  if (rule.debit_id === proposed.debit_id && rule.credit_id === proposed.credit_id)
    throw new Refusal('invalid', '新科目与原科目相同', 'debit_id');
  for (const [field, was] of [
    ['debit_id', rule.debit_code],
    ['credit_id', rule.credit_code],
  ] as const) {
    const { rows } = await sql<{ code: string; name: string; status: number; above: boolean }>`
      select s.code, s.name, s.status, exists (select 1 from account_subject c where c.parent_code = s.code) as above
      from account_subject s where s.id = ${proposed[field]}`.execute(db);
    const [subject] = rows;
    if (!subject) throw new Refusal('notFound', undefined, field);
    const named = `科目 ${subject.code} ${subject.name}`;
    if (subject.status !== 1) throw new Refusal('invalid', `${named} 已停用`, field);
    if (subject.above) throw new Refusal('invalid', `${named} 有下级科目，请选择末级`, field);
    if (subject.code !== was && controlSubjects.includes(was))
      throw new Refusal('invalid', `原科目 ${was} 须与库存或往来账一致，不能更换`, field);
    if (subject.code !== was && controlSubjects.includes(subject.code))
      throw new Refusal('invalid', `${named} 须与库存或往来账一致，此规则不能使用`, field);
  }
  if (proposed.debit_id === proposed.credit_id) throw new Refusal('invalid', '借方科目和贷方科目不能相同', 'credit_id');
}

/** A subject may have been taken out of use since the change was proposed. */
async function guard({ context, document, rejects }: Step<typeof ruleChange>): Promise<void> {
  if (rejects) return;
  await refuseSubjects(context.db, await holdRule(context.db, document.rule_id), document);
}

async function putInForce({ context, document, rejects }: Step<typeof ruleChange>) {
  if (rejects) return {};
  await sql`
    update voucher_rule r set debit_code = d.code, credit_code = c.code from account_subject d, account_subject c
    where r.id = ${document.rule_id} and d.id = ${document.debit_id} and c.id = ${document.credit_id}`.execute(
    context.db,
  );
  return { effective_at: context.now.toISOString() };
}
