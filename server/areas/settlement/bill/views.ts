import { sql } from 'kysely';
import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import { checkBillLine } from '#contract/areas/settlement/check-bill-line.ts';
import { choosableItem } from '#contract/areas/settlement/choosable-item.ts';
import { billPaperMost, type SettleView, type TypeTotal } from '#contract/areas/settlement/settle-calls.ts';
import { settleItemType, settleState } from '#contract/areas/settlement/settle-enums.ts';
import { settleItem } from '#contract/areas/settlement/settle-item.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { listRows } from '#server/kit/list-query.ts';

interface Asked {
  supplier_id: number;
  co_model: number;
  period_from: string;
  period_to: string;
}

/** What a period of a supplier has to be checked, by type, within what the caller may see. */
export async function readAddView({ db, actor }: ReadContext, asked: Asked): Promise<SettleView> {
  const costs = actor.permissions.has('stock:costView');
  const { rows: totals } = await sql<TypeTotal>`
    select r.item_type, count(*) as count, coalesce(sum(r.qty), 0)::bigint as qty, case when ${costs} then sum(r.amount)::bigint end as amount from choosable_item r
    where r.supplier_id = ${asked.supplier_id} and r.co_model = ${asked.co_model} and r.item_type <= ${settleItemType.return}
      and r.occur_date between ${asked.period_from} and ${asked.period_to} and ${isVisible(choosableItem, actor, 'r')}
    group by 1 order by 1`.execute(db);
  const { rows: waiting } = await sql<{ count: number; amount: number | null }>`
    select count(*) as count, case when ${costs} then coalesce(sum(r.amount), 0)::bigint end as amount from settle_item r
    where r.supplier_id = ${asked.supplier_id} and r.co_model = ${asked.co_model} and r.status = ${settleState.unpriced}
      and r.occur_date between ${asked.period_from} and ${asked.period_to} and ${isVisible(settleItem, actor, 'r')}`.execute(
    db,
  );
  return { totals, unpriced: waiting[0] ?? { count: 0, amount: null } };
}

/** The lines of a bill for its paper, within what the caller may see of them. */
export async function readPaper(
  { db, actor }: ReadContext,
  { id }: { id: number },
): Promise<{ list: readonly (Record<string, unknown> & { id: number })[] }> {
  const { rows } =
    await sql`select 1 from check_bill b where b.id = ${id} and ${isVisible(checkBill, actor, 'b')}`.execute(db);
  if (rows.length === 0) throw new Refusal('notFound');
  const asked = { bill_id: [id], page_size: billPaperMost + 1 };
  const { list } = await listRows(db, seenBy(checkBillLine, actor), { actor, asked });
  if (list.length > billPaperMost) throw new Refusal('invalid', `明细超过 ${billPaperMost} 行，请导出明细后打印`, 'id');
  return { list: list as (Record<string, unknown> & { id: number })[] };
}

/** How much waits for a check bill, and how many bills stand where. */
export async function readWaitCount(
  { db, actor }: ReadContext,
  asked: { supplier_id?: number | undefined; co_model?: number | undefined },
): Promise<{ wait_count: number; wait_amount: number | null; by_status: Record<string, number> }> {
  const of = sql`(${asked.supplier_id ?? null}::bigint is null or r.supplier_id = ${asked.supplier_id ?? null})
    and (${asked.co_model ?? null}::int is null or r.co_model = ${asked.co_model ?? null})`;
  const { rows } = await sql<{ wait_count: number; wait_amount: number | null }>`
    select count(*) as wait_count, case when ${actor.permissions.has('stock:costView')} then coalesce(sum(r.amount), 0)::bigint end as wait_amount from choosable_item r
    where r.item_type <= ${settleItemType.return} and ${of} and ${isVisible(choosableItem, actor, 'r')}`.execute(db);
  const { rows: bills } = await sql<{ status: number; count: number }>`
    select r.status, count(*) as count from check_bill r where ${of} and ${isVisible(checkBill, actor, 'r')} group by 1`.execute(
    db,
  );
  return {
    ...(rows[0] ?? { wait_count: 0, wait_amount: null }),
    by_status: Object.fromEntries(bills.map(({ status, count }) => [String(status), count])),
  };
}
