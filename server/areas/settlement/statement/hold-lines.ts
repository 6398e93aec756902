import { sql } from 'kysely';
import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import { fine } from '#contract/areas/settlement/fine.ts';
import { settleItemType, settleState } from '#contract/areas/settlement/settle-enums.ts';
import type { statement } from '#contract/areas/settlement/statement.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { SavedValues } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { type MovedItem, moveItems } from '#server/ledger/money/settle-items.ts';

type AppKit = Pick<Kit, 'registry'>;

interface LineRow {
  place: number;
  check_bill_id: number | null;
  settle_item_id: number | null;
  bill_supplier: number | null;
  bill_statement: number | null;
  item_supplier: number | null;
  item_type: number | null;
  item_status: number | null;
  item_statement: number | null;
  source_no: string | null;
}

/**
 * Takes what the lines of a statement name for it and lets go of what they name no more (domain.md §4.24): check bills with their items, and
 * items of fines, expenses and cost adjustments by themselves. Refuses those of another supplier, and those that another statement has.
 */
export async function holdLines(
  { registry }: AppKit,
  context: WriteContext,
  id: number,
  { supplier_id: supplier }: SavedValues<typeof statement>,
): Promise<void> {
  const { db } = context;
  const { rows } = await sql<LineRow>`
    select row_number() over (order by l.id)::int as place, l.check_bill_id, l.settle_item_id, b.supplier_id as bill_supplier, b.statement_id as bill_statement,
      i.supplier_id as item_supplier, i.item_type, i.status as item_status, i.statement_id as item_statement, i.source_no
    from statement_line l left join check_bill b on b.id = l.check_bill_id left join settle_item i on i.id = l.settle_item_id
    where l.statement_id = ${id} order by l.id`.execute(db);
  for (const line of rows) refuseUnfit(line, { id, supplier });
  await letGoOthers(registry, context, id, rows);
  const bills = rows.flatMap((line) =>
    line.check_bill_id !== null && line.bill_statement !== id ? [line.check_bill_id] : [],
  );
  for (const bill of bills.sort((one, other) => one - other))
    await runTransition(registry, context, {
      definition: checkBill,
      name: 'enter',
      id: bill,
      input: { statement_id: id },
    });
  await moveItems(context, sql<boolean>`i.check_bill_id = any(${bills})`, {
    from: [settleState.checked],
    to: settleState.inStatement,
    statementId: id,
  });
  const free = rows.flatMap((line) =>
    line.settle_item_id !== null && line.item_statement !== id ? [line.settle_item_id] : [],
  );
  const taken = await moveItems(context, sql<boolean>`i.id = any(${free})`, {
    from: [settleState.open],
    to: settleState.inStatement,
    statementId: id,
  });
  if (taken.length < free.length) throw new Refusal('illegalTransition', '有结算项目已被其他结算单选走，请刷新后重选');
  await moveFines(registry, context, taken, { name: 'enter', statementId: id });
}

function refuseUnfit(line: LineRow, { id, supplier }: { id: number; supplier: number }): void {
  const refuse = (field: string, words: string) => new Refusal('invalid', words, `lines.${line.place - 1}.${field}`);
  if ((line.check_bill_id === null) === (line.settle_item_id === null))
    throw refuse('check_bill_id', '每行请选择一张对账单或一个结算项目');
  if (line.check_bill_id !== null && line.bill_supplier !== supplier)
    throw refuse('check_bill_id', '对账单不是所选供应商的');
  if (line.settle_item_id === null) return;
  if (line.item_supplier !== supplier) throw refuse('settle_item_id', '结算项目不是所选供应商的');
  if ((line.item_type ?? 0) < settleItemType.fine)
    throw refuse('settle_item_id', `${line.source_no} 应先对账，再由对账单进入结算单`);
  if (line.item_statement !== id && line.item_status !== settleState.open)
    throw refuse('settle_item_id', `${line.source_no} 已被其他结算单选走`);
}

async function letGoOthers(
  registry: AppKit['registry'],
  context: WriteContext,
  id: number,
  lines: readonly LineRow[],
): Promise<void> {
  const kept = {
    bills: lines.flatMap(({ check_bill_id }) => check_bill_id ?? []),
    items: lines.flatMap(({ settle_item_id }) => settle_item_id ?? []),
  };
  await release(registry, context, id, kept);
}

/** Lets go of what a statement holds, but for what is kept: bills are confirmed again, other items open. */
export async function release(
  registry: AppKit['registry'],
  context: WriteContext,
  id: number,
  kept: { readonly bills: readonly number[]; readonly items: readonly number[] } = { bills: [], items: [] },
): Promise<void> {
  const { rows: bills } = await sql<{ id: number }>`
    select id from check_bill where statement_id = ${id} and id <> all(${[...kept.bills]}) order by id`.execute(
    context.db,
  );
  const ids = bills.map((bill) => bill.id);
  for (const bill of ids) await runTransition(registry, context, { definition: checkBill, name: 'leave', id: bill });
  await moveItems(context, sql<boolean>`i.statement_id = ${id} and i.check_bill_id = any(${ids})`, {
    from: [settleState.inStatement],
    to: settleState.checked,
    statementId: null,
  });
  const left = await moveItems(
    context,
    sql<boolean>`i.statement_id = ${id} and i.check_bill_id is null and i.id <> all(${[...kept.items]})`,
    { from: [settleState.inStatement], to: settleState.open, statementId: null },
  );
  await moveFines(registry, context, left, { name: 'leave' });
}

/** Moves the fines that items stand for along with them. */
export async function moveFines(
  registry: AppKit['registry'],
  context: WriteContext,
  items: readonly Pick<MovedItem, 'source_type' | 'source_id'>[],
  { name, statementId }: { readonly name: string; readonly statementId?: number },
): Promise<void> {
  const ids = items.flatMap(({ source_type, source_id }) => (source_type === fine.name ? [source_id] : []));
  for (const id of ids.sort((one, other) => one - other))
    await runTransition(registry, context, {
      definition: fine,
      name,
      id,
      ...(statementId === undefined ? {} : { input: { statement_id: statementId } }),
    });
}
