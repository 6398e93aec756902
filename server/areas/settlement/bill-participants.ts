import { type Kysely, sql } from 'kysely';
import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import type { Participant } from '#server/kit/participants.ts';
import { readSetting } from '#server/kit/read-setting.ts';

/**
 * Whoever wrote, adjusted, submitted or answered the check bills of these statements: what they made is judged with the statement, so none of
 * them may judge it (design §13: hands go along a chain). In the order of the statements.
 */
export async function participantsOfBills(
  db: Kysely<unknown>,
  statements: readonly { readonly id: number }[],
): Promise<Participant[][]> {
  const ids = statements.map(({ id }) => id);
  const { rows } = await sql<{ statement_id: number; admin_id: number }>`
    select distinct i.statement_id, a.admin_id from settle_item i join audit_log a on a.doc_type = ${checkBill.name} and a.doc_id = i.check_bill_id
    where i.statement_id = any(${ids}::bigint[]) and i.check_bill_id is not null and a.admin_id is not null
      and a.action in ('add', 'edit', 'choose', 'remove', 'adjust', 'disputeLines', 'submit', 'supplierConfirm', 'dispute', 'linkAdd')`.execute(
    db,
  );
  return ids.map((id) =>
    rows.filter((row) => row.statement_id === id).map((row) => ({ id: row.admin_id, part: '对账人' })),
  );
}

/** Whoever adjusted these bills, where the adjustments come to more than one person may decide on; of the others nobody. */
export async function participantsOfAdjustments(
  db: Kysely<unknown>,
  bills: readonly { readonly id: number }[],
): Promise<Participant[][]> {
  const ids = bills.map(({ id }) => id);
  const limit = await readSetting(db, 'check_adjust_limit');
  const { rows } = await sql<{ id: number; admin_id: number }>`
    select distinct a.doc_id as id, a.admin_id from audit_log a
    where a.doc_type = ${checkBill.name} and a.doc_id = any(${ids}::bigint[]) and a.action in ('adjust', 'submit') and a.admin_id is not null
      and (select sum(abs(adjust_amount)) from check_bill_line l where l.check_bill_id = a.doc_id) > ${limit}`.execute(
    db,
  );
  return ids.map((id) => rows.filter((row) => row.id === id).map((row) => ({ id: row.admin_id, part: '调整人' })));
}
