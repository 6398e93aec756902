import { type Kysely, type RawBuilder, sql } from 'kysely';
import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import { choosableItem } from '#contract/areas/settlement/choosable-item.ts';
import type { BillTotals, ItemChoice } from '#contract/areas/settlement/settle-calls.ts';
import { settleItemType, settleState, taxWithin } from '#contract/areas/settlement/settle-enums.ts';
import { settleItem } from '#contract/areas/settlement/settle-item.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { closedWords } from '#contract/kit/transition.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { refuseForgotten } from '#server/kit/kept-lists.ts';
import { conditionsOf, whereClause } from '#server/kit/list-query.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import { moveItems } from '#server/ledger/money/settle-items.ts';

/** How many items one bill may have. */
const billLinesMost = 50_000;

interface Held {
  id: number;
  version: number;
  status: number;
  bill_no: string;
  supplier_id: number;
  co_model: number;
  period_from: string;
  period_to: string;
}

/** A bill whose lines are about to be changed: locked, as its caller saw it, in one of these states. */
export async function holdBill(
  context: WriteContext,
  { id, version }: { id: number; version: number },
  { states, label }: { states: readonly number[]; label: string },
): Promise<Held> {
  const [found] = await lockRecords(context, checkBill, [id]);
  if (!found) throw new Refusal('notFound');
  const bill: Held = found;
  if (bill.version !== version) throw new Refusal('versionConflict');
  if (!states.includes(bill.status))
    throw new Refusal('illegalTransition', `${bill.bill_no} ${closedWords(checkBill.states, bill.status, { label })}`);
  return bill;
}

/** Takes items into a bill: those named, all of which must be free, or all that a question finds that still are. */
export async function chooseItems(
  context: WriteContext,
  asked: { id: number; version: number } & ItemChoice,
): Promise<BillTotals> {
  const bill = await holdBill(context, asked, { states: checkBill.editable ?? [], label: '选择明细' });
  const fits = sql<boolean>`i.supplier_id = ${bill.supplier_id} and i.co_model = ${bill.co_model} and i.item_type <= ${settleItemType.return}
    and i.occur_date between ${bill.period_from}::date and ${bill.period_to}::date`;
  if (asked.all) await refuseForgotten(context.db, choosableItem, asked.all);
  const which = asked.ids ? named(context, asked.ids) : found(context, asked.all ?? {});
  const taken = await moveItems(context, sql<boolean>`${fits} and ${which}`, {
    from: [settleState.open],
    to: settleState.inBill,
    billId: bill.id,
  });
  if (asked.ids && taken.length < new Set(asked.ids).size)
    throw new Refusal(
      'invalid',
      `${new Set(asked.ids).size - taken.length} 条明细已被选走，或不属于此供应商、合作模式和账期，请刷新后重选`,
      'ids',
    );
  await sql`
    insert into check_bill_line (check_bill_id, settle_item_id, amount, tax_amount)
    select ${bill.id}, i.id, i.amount, i.tax_amount from settle_item i where i.id = any(${taken.map(({ id }) => id)}) order by i.id`.execute(
    context.db,
  );
  return await told(context, bill, { action: 'choose', label: '选入明细', changed: taken.length });
}

function found({ actor }: WriteContext, asked: NonNullable<ItemChoice['all']>): RawBuilder<boolean> {
  return sql<boolean>`i.id in (select r.id from choosable_item r${whereClause(conditionsOf(choosableItem, actor, asked))})`;
}

function named({ actor }: WriteContext, ids: readonly number[]): RawBuilder<boolean> {
  return sql<boolean>`i.id = any(${ids}) and ${isVisible(settleItem, actor, 'i')}`;
}

/** Takes lines out of a bill, those named or all that the supplier does not agree with: their items may be chosen again. */
export async function removeLines(
  context: WriteContext,
  asked: { id: number; version: number; line_ids?: number[] | undefined; disputed?: boolean | undefined },
): Promise<BillTotals> {
  const bill = await holdBill(context, asked, { states: checkBill.editable ?? [], label: '移出明细' });
  const which = asked.line_ids
    ? sql<boolean>`id = any(${asked.line_ids})`
    : sql<boolean>`dispute_reason is not null and ${asked.disputed ?? false}`;
  const { rows } = await sql<{ settle_item_id: number }>`
    delete from check_bill_line where check_bill_id = ${bill.id} and ${which} returning settle_item_id`.execute(
    context.db,
  );
  await moveItems(context, sql<boolean>`i.id = any(${rows.map((row) => row.settle_item_id)})`, {
    from: [settleState.inBill],
    to: settleState.open,
    billId: null,
  });
  return await told(context, bill, { action: 'remove', label: '移出明细', changed: rows.length });
}

/** Agrees on another amount for a line; its tax follows its rate. */
export async function adjustLine(
  context: WriteContext,
  asked: {
    id: number;
    version: number;
    line_id: number;
    adjust_amount: number;
    adjust_reason?: string | null | undefined;
  },
): Promise<BillTotals> {
  const bill = await holdBill(context, asked, { states: checkBill.editable ?? [], label: '调整明细' });
  const reason = asked.adjust_amount === 0 ? null : (asked.adjust_reason ?? null);
  if (asked.adjust_amount !== 0 && !reason) throw new Refusal('invalid', '请填写调整原因', 'adjust_reason');
  const { rows } = await sql<{ id: number; tax_rate_bp: number; source_no: string }>`
    select l.id, i.tax_rate_bp, i.source_no from check_bill_line l join settle_item i on i.id = l.settle_item_id
    where l.id = ${asked.line_id} and l.check_bill_id = ${bill.id}`.execute(context.db);
  const [line] = rows;
  if (!line) throw new Refusal('notFound', undefined, 'line_id');
  await sql`
    update check_bill_line set adjust_amount = ${asked.adjust_amount}, adjust_tax = ${taxWithin(asked.adjust_amount, line.tax_rate_bp)},
      adjust_reason = ${reason} where id = ${line.id}`.execute(context.db);
  return await told(context, bill, {
    action: 'adjust',
    label: '调整明细',
    changed: 1,
    remark: `${line.source_no}：${(asked.adjust_amount / 100).toFixed(2)}${reason ? ` ${reason}` : ''}`,
  });
}

/** Marks what the supplier does not agree with, each line with why; without a reason the marks go. */
export async function disputeLines(
  context: WriteContext,
  asked: { id: number; version: number; line_ids: number[]; dispute_reason?: string | null | undefined },
): Promise<BillTotals> {
  const bill = await holdBill(context, asked, { states: [1], label: '标记异议' });
  const reason = asked.dispute_reason ?? null;
  const { rows } = await sql`
    update check_bill_line set dispute_reason = ${reason} where check_bill_id = ${bill.id} and id = any(${asked.line_ids}) returning id`.execute(
    context.db,
  );
  if (rows.length < new Set(asked.line_ids).size) throw new Refusal('notFound', undefined, 'line_ids');
  return await told(context, bill, {
    action: 'disputeLines',
    label: reason ? '标记异议' : '取消异议标记',
    changed: rows.length,
    ...(reason ? { remark: `${rows.length} 条：${reason}` } : {}),
  });
}

interface Told {
  readonly action: string;
  readonly label: string;
  readonly changed: number;
  readonly remark?: string;
}

async function told(
  context: WriteContext,
  bill: Held,
  { action, label, changed, remark = `${changed} 条` }: Told,
): Promise<BillTotals> {
  const { actor, now, db } = context;
  await sumUp(db, bill.id);
  const { rows } = await sql<Omit<BillTotals, 'changed'>>`
    update check_bill set version = version + 1, last_edited_by = ${actor.id}, updated_by = ${actor.id}, updated_at = ${now.toISOString()} where id = ${bill.id}
    returning version, line_count, total_amount`.execute(db);
  const [totals] = rows;
  if (!totals) throw new Refusal('notFound');
  if (totals.line_count > billLinesMost)
    throw new Refusal('invalid', `一张对账单最多 ${billLinesMost} 条明细，请按账期分开对账`, 'ids');
  await writeAudit(context, [{ docType: checkBill.name, docId: bill.id, docNo: bill.bill_no, action, label, remark }]);
  return { ...totals, changed };
}

/** Writes what the lines of a bill come to. */
export async function sumUp(db: Kysely<unknown>, id: number): Promise<void> {
  await sql`
    update check_bill b set line_count = t.lines, in_qty = t.in_qty, back_qty = t.back_qty, in_amount = t.in_amount, back_amount = t.back_amount,
      adjust_amount = t.adjusted, total_amount = t.in_amount + t.back_amount + t.adjusted, tax_amount = t.tax, dispute_count = t.disputed
    from (
      select count(*) as lines, coalesce(sum(i.qty) filter (where i.item_type in (1, 2)), 0) as in_qty,
        coalesce(-sum(i.qty) filter (where i.item_type in (3, 4)), 0) as back_qty, coalesce(sum(l.amount) filter (where i.item_type in (1, 2)), 0) as in_amount,
        coalesce(sum(l.amount) filter (where i.item_type in (3, 4)), 0) as back_amount, coalesce(sum(l.adjust_amount), 0) as adjusted,
        coalesce(sum(l.tax_amount + l.adjust_tax), 0) as tax, count(l.dispute_reason) as disputed
      from check_bill_line l join settle_item i on i.id = l.settle_item_id where l.check_bill_id = ${id}
    ) t where b.id = ${id}`.execute(db);
}
