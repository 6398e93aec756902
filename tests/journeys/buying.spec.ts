import { expect, type Locator, type Page, test } from '@playwright/test';
import { type Kysely, sql } from 'kysely';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import { payment } from '#contract/areas/settlement/payment.ts';
import { checkBillCalls } from '#contract/areas/settlement/settle-calls.ts';
import { statement } from '#contract/areas/settlement/statement.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { demoPdf } from '#server/seed/demo-pdf.ts';
import { openOffice } from './office.ts';

/**
 * What is bought from the order to the money, each step by the person whose it is, on the screen where it is taken: ordered, judged, booked,
 * arrived, counted, taken into stock, checked against what the supplier says, settled and paid; to the fen, with no law of the books broken.
 */
const office = openOffice();

test('goods are ordered, received, settled and paid, each step by whose it is', async () => {
  const database = await office.product.database();
  try {
    await walk(database.database.db);
  } finally {
    await database.close();
  }
  expect(office.complaints).toEqual([]);
});

async function walk(db: Kysely<unknown>): Promise<void> {
  const source = await sourceOf(db);
  const [buyer, buyMgr, whs, whsMgr] = await desks('buyer', 'buyMgr', 'whs', 'whsMgr');
  const order = await ordered(source);
  await office.open(buyer, `/buybox/addCaig?id=${order.id}`);
  await take(buyer, purchaseOrder, 'submit');
  await office.open(buyMgr, `/buybox/addCaig?id=${order.id}`);
  await take(buyMgr, purchaseOrder, 'audit');

  const arrival = await booked(source, order.lines);
  await office.open(buyer, `/buybox/yuyueDetals?id=${arrival}`);
  await take(buyer, arrivalOrder, 'submit');
  await office.open(whsMgr, `/buybox/yuyueDetals?id=${arrival}`);
  await take(whsMgr, arrivalOrder, 'audit');
  await office.open(whs, `/buybox/yuyueDetals?id=${arrival}`);
  await take(whs, arrivalOrder, 'arrive');
  // The way on stands where the step was taken.
  await whs.getByRole('button', { name: '开始清点' }).click();
  await whs.getByRole('button', { name: '未清点行按应收数填' }).click();
  await answered(whs, transitionCall(inWareBatch, 'submit').path, () =>
    whs.getByRole('button', { name: '保存并提交' }).click(),
  );
  await expect(whs).toHaveURL(/rukuDetals\?id=\d+/);
  const batch = new URL(whs.url());
  await office.open(whsMgr, batch.pathname + batch.search);
  await take(whsMgr, inWareBatch, 'audit');
  await expect(whsMgr.getByText('已入库').first()).toBeVisible();

  const bill = await checked(source);
  await office.open(buyer, `/buybox/duizhangDetals?id=${bill.id}`);
  await take(buyer, checkBill, 'submit');
  await take(buyer, checkBill, 'supplierConfirm', async (dialog) => {
    await paper(dialog);
    await dialog.getByRole('textbox', { name: '供应商确认人' }).fill('陈经理');
  });

  const [fin, fin2, finMgr, purchaser] = await desks('fin', 'fin2', 'finMgr', source.purchaser);
  await office.open(fin, `/buybox/duizhangDetals?id=${bill.id}`);
  await fin.getByRole('button', { name: '新建结算单' }).click();
  const settled = await saved(fin, statement);
  await take(fin, statement, 'submit');
  const at = `/finance/statementSure?id=${settled}`;
  const department = source.purchaser === 'buyMgr' ? (await desks('buyMgr2'))[0] : buyMgr;
  await office.open(department, at);
  await take(department, statement, 'departmentAudit');
  await office.open(purchaser, at);
  await take(purchaser, statement, 'buyerConfirm');
  await office.open(fin, at);
  await take(fin, statement, 'supplierConfirm', async (dialog) => {
    await paper(dialog);
    await dialog.getByRole('textbox', { name: '供应商确认人' }).fill('陈经理');
  });

  await fin.getByRole('button', { name: '新增付款' }).click();
  await expect(fin.getByText(shownAmount(bill.total)).filter({ visible: true }).first()).toBeVisible();
  const paid = await saved(fin, payment);
  await take(fin, payment, 'submit');
  await office.open(buyMgr, `/finance/paymentDetails?id=${paid}`);
  await take(buyMgr, payment, 'departmentAudit');
  await office.open(finMgr, `/finance/paymentDetails?id=${paid}`);
  await take(finMgr, payment, 'financeAudit');
  await office.open(fin2, `/finance/paymentPay?id=${paid}`);
  await paper(fin2.locator('main'));
  await fin2.getByRole('textbox', { name: '银行流水号' }).fill('HKD20261127001');
  await answered(fin2, transitionCall(payment, 'confirm').path, () =>
    fin2.getByRole('button', { name: '付款确认', exact: true }).click(),
  );

  const caller = await office.product.as('fin');
  const end = await caller.call<Record<string, unknown>>(callsOf(statement).detail.path, { id: settled });
  expect(end).toMatchObject({ status: 6, paid_amount: bill.total, unpaid_amount: 0 });
  const { rows } = await sql<{ qty: number }>`
    select sum(delta)::int as qty from stock_ledger where warehouse_id is not null and doc_id = ${Number(batch.searchParams.get('id'))} and doc_type = ${inWareBatch.name}`.execute(
    db,
  );
  expect(rows[0]?.qty).toBe(order.lines.length * ordering);
  expect(await brokenInvariants(db)).toEqual([]);
}

const ordering = 4;

interface Source {
  readonly supplier_id: number;
  readonly contract_id: number;
  readonly co_model: number;
  readonly purchaser_id: number;
  readonly purchaser: string;
  readonly warehouse_id: number;
  readonly skus: readonly number[];
}

/** A supplier of whom something was bought whole, whose goods are priced and who can be paid. */
async function sourceOf(db: Kysely<unknown>): Promise<Source> {
  const { rows } = await sql<Source>`
    select o.supplier_id, o.contract_id, o.co_model, o.purchaser_id, d.username as purchaser, o.warehouse_id,
      (select array_agg(l.sku_id order by l.id) from (select * from purchase_order_line l where l.purchase_order_id = o.id and l.price_state = 1 order by l.id limit 2) l) as skus
    from purchase_order o join supplier s on s.id = o.supplier_id and s.status = 1 join contract c on c.id = o.contract_id and c.status = 4
      join purchaser p on p.id = s.purchaser_id join admin d on d.id = p.admin_id and d.status = 1
    where o.status = 5 and o.co_model = 1 and exists (select 1 from supplier_account a where a.supplier_id = o.supplier_id and a.status = 1 and a.in_force_at is not null)
    order by o.id limit 1`.execute(db);
  const [source] = rows;
  if (!source) throw new Error('the demo company has bought nothing whole');
  return source;
}

/** The order as its buyer writes it. */
async function ordered(source: Source): Promise<{ id: number; lines: { id: number }[] }> {
  const caller = await office.product.as('buyer');
  const { supplier_id, contract_id, co_model, purchaser_id, warehouse_id } = source;
  const { id } = await caller.call<{ id: number }>(callsOf(purchaseOrder).add.path, {
    purchase_type: 2,
    supplier_id,
    contract_id,
    co_model,
    purchaser_id,
    warehouse_id,
    expect_date: businessDay(new Date(Date.now() + 3 * 86_400_000)),
    lines: source.skus.map((sku_id) => ({ sku_id, qty: ordering })),
  });
  return await caller.call(callsOf(purchaseOrder).detail.path, { id });
}

/** The appointment of all of it, today. */
async function booked({ supplier_id, warehouse_id }: Source, lines: readonly { id: number }[]): Promise<number> {
  const caller = await office.product.as('buyer');
  const { id } = await caller.call<{ id: number }>(callsOf(arrivalOrder).add.path, {
    supplier_id,
    warehouse_id,
    appoint_date: businessDay(new Date()),
    appoint_slot: '15:00-17:00',
    truck_no: '浙F12345',
    carton_qty: 1,
    lines: lines.map((line) => ({ purchase_line_id: line.id, plan_qty: ordering })),
  });
  return id;
}

/** The check bill of what came today. */
async function checked({ supplier_id, co_model }: Source): Promise<{ id: number; total: number }> {
  const caller = await office.product.as('buyer');
  const today = businessDay(new Date());
  const { id, version } = await caller.call<{ id: number; version: number }>(callsOf(checkBill).add.path, {
    supplier_id,
    co_model,
    period_from: today,
    period_to: today,
  });
  await caller.call(checkBillCalls.choose.path, {
    id,
    version,
    all: { occur_date_from: today, occur_date_to: today },
  });
  const { total_amount: total } = await caller.call<{ total_amount: number }>(callsOf(checkBill).detail.path, { id });
  expect(total).toBeGreaterThan(0);
  return { id, total };
}

async function desks<T extends string[]>(...names: T): Promise<{ [K in keyof T]: Page }> {
  const pages: Page[] = [];
  for (const name of names) {
    const page = await office.deskOf(name);
    // Who is next is told while they work.
    const told = page.getByRole('alertdialog').getByRole('button', { name: '我知道了' });
    await page.addLocatorHandler(told, async () => await told.click(), { noWaitAfter: true });
    pages.push(page);
  }
  return pages as { [K in keyof T]: Page };
}

/** Takes a step with the button that bears its name, through its dialog where it has one; what counts is the server's answer. */
async function take(
  page: Page,
  definition: AnyDefinition,
  name: string,
  fill?: (dialog: Locator) => Promise<void>,
): Promise<void> {
  const transition = definition.transitions?.[name];
  if (!transition) throw new Error(`${definition.name} has no step ${name}`);
  const call = transitionCall(definition as never, name as never) as { path: string };
  await answered(page, call.path, async () => {
    await page.getByRole('button', { name: transition.label, exact: true }).click();
    const asks = !('confirm' in transition || 'asks' in transition || 'approval' in transition);
    const plain = asks && !(typeof transition.to === 'object' && 'pass' in transition.to);
    if (plain) return;
    const dialog = page.getByRole('dialog');
    await fill?.(dialog);
    await dialog.getByRole('button', { name: /^(通过|确定)$/ }).click();
  });
  // The page has taken it in before the next step is looked for.
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Saves a form that the way here has filled; answers the id of what came of it. */
async function saved(page: Page, definition: AnyDefinition): Promise<number> {
  const { path } = callsOf(definition as never).add as { path: string };
  const told = await answered(page, path, async () => {
    await expect(page.getByRole('button', { name: '保存', exact: true })).toBeEnabled();
    await page.keyboard.press('Control+s');
  });
  await expect(page).toHaveURL(new RegExp(`\\?id=${told.result.id}$`));
  return told.result.id;
}

async function answered(
  page: Page,
  path: string,
  act: () => Promise<unknown>,
): Promise<{ code: number; result: { id: number } }> {
  const response = page.waitForResponse((one) => one.url().endsWith(path));
  await act();
  const told = (await (await response).json()) as { code: number; result: { id: number } };
  expect(told, path).toMatchObject({ code: 200 });
  return told;
}

/** A scanned copy, put where the step asks for it. */
async function paper(within: Locator): Promise<void> {
  await within.locator('input[type=file]').setInputFiles({
    name: 'signed.pdf',
    mimeType: 'application/pdf',
    buffer: demoPdf(['SIGNED']),
  });
  await expect(within.getByText('signed.pdf').first()).toBeVisible();
}

const shownAmount = (fen: number): string =>
  (fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
