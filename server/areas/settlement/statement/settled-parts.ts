import { type Kysely, sql } from 'kysely';
import { settleItemType } from '#contract/areas/settlement/settle-enums.ts';
import type { ConfirmedStatement, SettledPart, SettledSource } from '#contract/areas/settlement/settlement-events.ts';
import type { statement } from '#contract/areas/settlement/statement.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { LockedDocument } from '#server/kit/step.ts';

/** What the items of a statement come to, by their type. Fen. */
export async function partsOf(db: Kysely<unknown>, id: number): Promise<SettledPart[]> {
  const { rows } = await sql<SettledPart>`
    select i.item_type, sum(i.amount)::bigint as amount, sum(i.tax_amount)::bigint as tax_amount, coalesce(sum(l.adjust_amount), 0)::bigint as check_adjust,
      coalesce(sum(l.adjust_tax), 0)::bigint as check_adjust_tax
    from settle_item i left join check_bill_line l on l.settle_item_id = i.id and l.check_bill_id = i.check_bill_id
    where i.statement_id = ${id} group by 1 order by 1`.execute(db);
  return rows;
}

/** Items of a statement that stand for documents of their own. */
export async function sourcesOf(db: Kysely<unknown>, id: number): Promise<SettledSource[]> {
  const { rows } = await sql<SettledSource>`
    select id as settle_item_id, item_type, source_type, source_id, source_no, amount, tax_amount from settle_item
    where statement_id = ${id} and item_type >= ${settleItemType.fine} order by id`.execute(db);
  return rows;
}

/** A statement as its events tell of it. */
export async function toldOf(
  db: Kysely<unknown>,
  document: LockedDocument<typeof statement>,
  { at, carried, dueDate }: { readonly at: Date; readonly carried: number; readonly dueDate: string },
): Promise<ConfirmedStatement> {
  return {
    statement_id: document.id,
    statement_no: document.statement_no,
    supplier_id: document.supplier_id,
    purchaser_id: document.purchaser_id,
    at: at.toISOString(),
    business_date: businessDay(at),
    parts: await partsOf(db, document.id),
    sources: await sourcesOf(db, document.id),
    total_amount: document.total_amount,
    tax_amount: document.tax_amount,
    prepay_offset_amount: document.prepay_offset_amount,
    payable_amount: document.payable_amount,
    carried_amount: carried,
    due_date: dueDate,
  };
}
