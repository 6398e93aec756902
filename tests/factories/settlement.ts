import { type Kysely, sql } from 'kysely';
import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import { checkBillLine } from '#contract/areas/settlement/check-bill-line.ts';
import { fine } from '#contract/areas/settlement/fine.ts';
import { payment } from '#contract/areas/settlement/payment.ts';
import { checkBillCalls, paymentCalls, statementCalls } from '#contract/areas/settlement/settle-calls.ts';
import { settleItemType, subledgerOf } from '#contract/areas/settlement/settle-enums.ts';
import { statement } from '#contract/areas/settlement/statement.ts';
import { attachmentCalls } from '#contract/kit/attachments.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { keysOf, keysOfCalls } from '#contract/kit/menu.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { FileStore } from '#server/platform/file-store.ts';
import type { House } from '#tests/boot/house.ts';
import { accountNo, addBank, addSubBranch } from './bank-accounts.ts';
import { uploaded } from './files.ts';
import { next } from './goods.ts';
import { insert } from './insert.ts';
import { person } from './people.ts';
import { seller } from './purchasing.ts';
import { pieces, shelf } from './shelf.ts';

export const bills = {
  ...callsOf(checkBill),
  ...checkBillCalls,
  lines: callsOf(checkBillLine).list,
  submit: transitionCall(checkBill, 'submit'),
  confirm: transitionCall(checkBill, 'supplierConfirm'),
  dispute: transitionCall(checkBill, 'dispute'),
  cancel: transitionCall(checkBill, 'cancel'),
};

export const fines = {
  ...callsOf(fine),
  submit: transitionCall(fine, 'submit'),
  audit: transitionCall(fine, 'audit'),
  cancel: transitionCall(fine, 'cancel'),
};

export const statements = {
  ...callsOf(statement),
  view: statementCalls.addView,
  submit: transitionCall(statement, 'submit'),
  department: transitionCall(statement, 'departmentAudit'),
  buyer: transitionCall(statement, 'buyerConfirm'),
  supplier: transitionCall(statement, 'supplierConfirm'),
  reverse: transitionCall(statement, 'reverse'),
  cancel: transitionCall(statement, 'cancel'),
};

export const payments = {
  ...callsOf(payment),
  ...paymentCalls,
  submit: transitionCall(payment, 'submit'),
  department: transitionCall(payment, 'departmentAudit'),
  finance: transitionCall(payment, 'financeAudit'),
  confirm: transitionCall(payment, 'confirm'),
  reverse: transitionCall(payment, 'reverse'),
  cancel: transitionCall(payment, 'cancel'),
};

const keys = [
  ...keysOf(checkBill, checkBillLine, fine, statement, payment),
  ...keysOfCalls({ ...checkBillCalls, ...statementCalls, ...paymentCalls }),
  'statement:print',
  'checkBill:settleView',
  'stock:costView',
];

/** Five people who may each do everything: who may judge what is the approvals' matter here. */
export async function settlers(
  house: House,
): Promise<Record<'maker' | 'manager' | 'buyer' | 'head' | 'cashier', Actor>> {
  const one = (name: string) => house.person(name, keys);
  return {
    maker: await one('制单'),
    manager: await one('部门经理'),
    buyer: await one('采购员'),
    head: await one('财务经理'),
    cashier: await one('出纳'),
  };
}

/** An account of a supplier that is in force, with the change that put it there, straight into the tables. */
export async function accountInForceOf(db: Kysely<unknown>, supplier_id: number): Promise<number> {
  const bank_id = await addBank(db);
  const { id: checked_by } = await person(db);
  const terms = {
    account_name: '某某服饰有限公司',
    account_no: accountNo(),
    account_type: 1,
    bank_id,
    sub_branch_id: await addSubBranch(db, { bank_id }),
  };
  const account_id = await insert(db, 'supplier_account', {
    supplier_id,
    ...terms,
    is_default: false,
    check_state: 2,
    in_force_at: '2026-01-02T00:00:00Z',
    checked_by,
    status: 1,
  });
  const change = await insert(db, 'supplier_account_change', {
    supplier_id,
    account_id,
    change_no: `ZH260102${String(next()).padStart(5, '0')}`,
    change_type: 1,
    ...terms,
    status: 2,
  });
  await insert(db, 'audit_log', {
    doc_type: 'supplierAccountChange',
    doc_id: change,
    action: 'audit',
    label: '审核',
    to_status: 2,
    result: 1,
    at: '2026-01-02T00:00:00Z',
    admin_id: checked_by,
  });
  return account_id;
}

/** Makes a file one of a record's, as its page does. */
export async function attach(
  house: House,
  {
    store,
    by,
    definition,
    id,
    kind,
  }: { store: FileStore; by: Actor; definition: AnyDefinition; id: number; kind: string },
): Promise<void> {
  const file = await uploaded(house.db, { store, by, at: house.clock.now() });
  const calls = attachmentCalls(definition);
  if (!calls) throw new Error(`${definition.name} carries no files`);
  await house.ask(by, calls.attach, { id, files: [{ id: file, kind }] });
}

/** What stands in the accounts of a supplier, by their number; those of 0 left out. Fen. */
export async function accountsOf(db: Kysely<unknown>, supplier: number): Promise<Record<number, number>> {
  const { rows } = await sql<{ subledger: number; balance: number }>`
    select subledger, balance from money_balance where supplier_id = ${supplier} and balance <> 0`.execute(db);
  return Object.fromEntries(rows.map(({ subledger, balance }) => [subledger, balance]));
}

/** An item of a supplier of its own that nobody has taken, straight into table and ledger, as their writer leaves them. */
export async function owedItem(
  db: Kysely<unknown>,
  {
    supplier_id,
    item_type = settleItemType.expense,
    status = 1,
    sku_id = null,
    warehouse_id = null,
  }: {
    supplier_id?: number;
    item_type?: number;
    status?: number;
    sku_id?: number | null;
    warehouse_id?: number | null;
  } = {},
): Promise<{ id: number; supplier_id: number }> {
  const supplier = supplier_id ?? (await seller(db));
  const { id: admin_id } = await person(db);
  const source_id = next();
  const source_no = `WL260301${String(source_id).padStart(5, '0')}`;
  const id = await insert(db, 'settle_item', {
    supplier_id: supplier,
    co_model: 1,
    item_type,
    source_type: 'sample',
    source_id,
    source_no,
    occur_date: '2026-03-01',
    amount: 100,
    status,
    sku_id,
    warehouse_id,
  });
  await sql`
    insert into money_ledger (supplier_id, subledger, amount, doc_type, doc_id, doc_no, business_date, at, op_id, admin_id)
    values (${supplier}, ${subledgerOf[item_type]}, 100, 'sample', ${source_id}, ${source_no}, '2026-03-01', now(), gen_random_uuid(), ${admin_id})`.execute(
    db,
  );
  return { id, supplier_id: supplier };
}

/** A line of a draft bill of its own. */
export async function billLine(
  db: Kysely<unknown>,
): Promise<{ id: number; check_bill_id: number; supplier_id: number }> {
  const sku_id = (await pieces(db))[0]?.id ?? null;
  const { id: warehouse_id } = await shelf(db);
  const item = await owedItem(db, { item_type: settleItemType.receipt, sku_id, warehouse_id });
  const check_bill_id = await insert(db, 'check_bill', {
    bill_no: `DZ260301${String(next()).padStart(5, '0')}`,
    supplier_id: item.supplier_id,
    co_model: 1,
    period_from: '2026-03-01',
    period_to: '2026-03-31',
    line_count: 1,
    in_amount: 100,
    total_amount: 100,
    status: 0,
  });
  await insert(db, 'audit_log', {
    doc_type: 'checkBill',
    doc_id: check_bill_id,
    action: 'add',
    label: '新增',
    to_status: 0,
    at: '2026-03-01T00:00:00Z',
  });
  await sql`update settle_item set status = 2, check_bill_id = ${check_bill_id} where id = ${item.id}`.execute(db);
  const id = await insert(db, 'check_bill_line', { check_bill_id, settle_item_id: item.id, amount: 100 });
  return { id, check_bill_id, supplier_id: item.supplier_id };
}
