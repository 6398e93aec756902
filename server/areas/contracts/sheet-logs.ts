import { sql } from 'kysely';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import type { AuditRow } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { hiddenNames } from '#contract/kit/mask.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import { withoutFields } from '#server/kit/audit-trail.ts';
import type { ReadContext } from '#server/kit/call-context.ts';

type Log = AuditRow & { sheet_no: string };

/** Rows of a history that are shown at most; the latest. */
const most = 500;

/** The history of a sheet, or of all sheets with a piece of goods, the latest first, as far as the caller sees the sheets. */
export async function readLogs(
  { db, actor }: ReadContext,
  asked: { id?: number | undefined; sku_id?: number | undefined },
): Promise<{ list: Log[]; total: number }> {
  const chosen =
    asked.id === undefined
      ? sql<boolean>`s.id in (select l.purchase_price_sheet_id from purchase_price_sheet_line l where l.sku_id = ${asked.sku_id ?? 0})`
      : sql<boolean>`s.id = ${asked.id}`;
  const { rows } = await sql<Log>`
    select l.id, l.action, l.label, l.from_status, l.to_status, l.result, l.remark, l.changes, l.admin_id, a.nickname as admin_name, l.at, s.sheet_no
    from purchase_price_sheet s join audit_log l on l.doc_type = ${purchasePriceSheet.name} and l.doc_id = s.id left join admin a on a.id = l.admin_id
    where ${chosen} and ${isVisible(purchasePriceSheet, actor, 's')} order by l.id desc limit ${most}`.execute(db);
  // A sheet has a history from its first row on: without one it is not there for this person.
  if (asked.id !== undefined && rows.length === 0) throw new Refusal('notFound');
  const hidden = hiddenNames(purchasePriceSheet, seenBy(purchasePriceSheet, actor));
  // What changed of lines is put into words by the detail; here it would be raw.
  const list = withoutFields(rows, new Set([...hidden, 'lines'])).map((row, index) => ({
    ...row,
    sheet_no: rows[index]?.sheet_no ?? '',
  }));
  return { list, total: list.length };
}
