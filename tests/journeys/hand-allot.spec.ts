import { expect, test } from '@playwright/test';
import { type Kysely, sql } from 'kysely';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { type Caller, type RunningProduct, startProduct } from './running-product.ts';
import { Tablet } from './tablet.ts';

/**
 * One allot from end to end where there is no network: picked, packed and sent on one tablet, taken in and signed for with a piece less on
 * another, and decided on in the office. Each page is killed once between its scans and their sending; every scan arrives once, in order.
 */
let product: RunningProduct;
let sender: Tablet;
let receiver: Tablet;

test.beforeAll(async () => {
  product = await startProduct();
  [sender, receiver] = [await Tablet.on(product), await Tablet.on(product)];
});

test.afterAll(async () => {
  for (const tablet of [sender, receiver]) await tablet.off();
  await product.stop();
});

test('an allot goes from end to end in the dark, and its difference is decided', async () => {
  const database = await product.database();
  try {
    await walk(database.database.db);
  } finally {
    await database.close();
  }
});

async function walk(db: Kysely<unknown>): Promise<void> {
  const goods = await movable(db);
  const [asker, judge] = [await product.as('whs'), await product.as('whsMgr')];
  const { id, version } = await asker.call<{ id: number; version: number }>('/v1/allot/add', {
    allot_type: 3,
    out_warehouse_id: goods.sender,
    in_warehouse_id: goods.receiver,
    lines: [{ sku_id: goods.sku, qty: 4 }],
  });
  await judge.call('/v1/allot/check', { id, version, result: 1 });

  await work(sender, 'whs2', `/hand/pick/${id}`, goods.barcode, 4);
  await sender.page.getByRole('button', { name: '看应拣' }).click();
  await sender.page.getByRole('button', { name: '装箱完成' }).click();
  await sender.page.getByRole('alertdialog').getByRole('button', { name: '装箱完成' }).click();
  await expect(sender.page.getByTestId('queue')).toHaveAttribute('data-unsent', '5');
  await sender.page.getByRole('button', { name: '发货' }).click();
  await sender.page.getByRole('button', { name: '确认发货' }).click();
  await arrives(sender, 6);
  expect(await asker.call('/v1/allot/detail', { id })).toMatchObject({ status: 3, send_qty: 4, carton_qty: 1 });

  await work(receiver, 'whs', `/hand/sign/${id}`, goods.barcode, 3);
  await receiver.page.getByRole('button', { name: '看应收' }).click();
  await receiver.page.getByRole('button', { name: '全部到货' }).click();
  await expect(receiver.page.getByTestId('queue')).toHaveAttribute('data-unsent', '4');
  await receiver.page.getByRole('button', { name: '签收' }).click();
  const question = receiver.page.getByRole('alertdialog');
  await expect(question).toContainText('少 1 件。');
  await question.getByRole('button', { name: '签收' }).click();
  await arrives(receiver, 5);

  await decided(id, { asker, judge });
  expect(await asker.call('/v1/allot/detail', { id })).toMatchObject({ status: 5, sign_qty: 3, transit_qty: 0 });
  const { rows } = await sql<{ side: number; kinds: string[] }>`
    select side, array_agg(kind order by received_at, seq) as kinds from allot_entry where allot_id = ${id} group by 1 order by 1`.execute(
    db,
  );
  expect(rows).toEqual([
    { side: 1, kinds: ['add', 'add', 'add', 'add', 'pack', 'send'] },
    { side: 2, kinds: ['add', 'add', 'add', 'accept', 'sign'] },
  ]);
  expect(await brokenInvariants(db)).toEqual([]);
  expect([...sender.faults, ...receiver.faults]).toEqual([]);
}

/** Downloads the work, and scans so many pieces of some goods where there is no network; the page is killed before the last of them. */
async function work(tablet: Tablet, username: string, path: string, barcode: string, qty: number): Promise<void> {
  await tablet.signIn(username);
  await tablet.open(path);
  await expect(tablet.page.getByText('请扫描')).toBeVisible();
  await tablet.offline(true);
  const queue = () => expect(tablet.page.getByTestId('queue'));
  for (let piece = 1; piece < qty; piece += 1) {
    await tablet.scan(barcode);
    await queue().toHaveAttribute('data-unsent', String(piece));
  }
  await tablet.kill(path);
  await expect(tablet.page.getByText('请扫描')).toBeVisible();
  await queue().toHaveAttribute('data-unsent', String(qty - 1));
  await tablet.scan(barcode);
  await queue().toHaveAttribute('data-unsent', String(qty));
  expect(await tablet.flaws()).toEqual([]);
}

/** What was done is on the device, the page is killed, and all of it is sent by the next one. */
async function arrives(tablet: Tablet, unsent: number): Promise<void> {
  await expect(tablet.page.getByTestId('queue')).toHaveAttribute('data-unsent', String(unsent));
  await tablet.kill('/hand/queue');
  await tablet.offline(false);
  await expect(tablet.page.getByTestId('queue')).toHaveAttribute('data-unsent', '0');
}

async function decided(allotId: number, { asker, judge }: { asker: Caller; judge: Caller }): Promise<void> {
  const { list } = await asker.call<{ list: { id: number }[] }>('/v1/allotDiff/list', { allot_id: allotId });
  const id = list[0]?.id ?? 0;
  const seen = async () =>
    await asker.call<{ version: number; lines: { id: number }[] }>('/v1/allotDiff/detail', { id });
  const { lines } = await seen();
  const statement = '清点录像已核对';
  const say = async (who: Caller, side: number, say_qty: number) =>
    await who.call('/v1/allotDiff/deal', {
      id,
      version: (await seen()).version,
      side,
      statement,
      lines: lines.map((line) => ({ line_id: line.id, say_qty })),
    });
  await say(await product.as('whs2'), 1, 4);
  await say(asker, 2, 3);
  await judge.call('/v1/allotDiff/audit', { id, version: (await seen()).version, result: 1 });
  const head = await product.as('whsMgr2');
  await head.call('/v1/allotDiff/decide', {
    id,
    version: (await seen()).version,
    duty: 5,
    lines: [{ line_id: lines[0]?.id, decide_type: 1 }],
  });
}

/** Goods that may go from one warehouse to another now: free, without codes, and nothing of them is being counted. */
async function movable(
  db: Kysely<unknown>,
): Promise<{ sku: number; barcode: string; sender: number; receiver: number }> {
  const { rows } = await sql<{ sku: number; barcode: string; sender: number; receiver: number }>`
    select b.sku_id as sku, c.barcode, b.warehouse_id as sender, w.id as receiver
    from stock_balance b join location l on l.id = b.location_id and l.kind = 'warehouse' join sku_barcode c on c.sku_id = b.sku_id and c.is_main
    join warehouse v on v.id = b.warehouse_id and v.type = 2 and v.status = 1
    join warehouse w on w.type = 2 and w.status = 1 and w.id <> b.warehouse_id
    where b.imperfect_type = 0 and b.coded = 0 and b.on_hand - b.locked >= 4 and b.counted_at is null
      and not exists (select 1 from stock_freeze f where f.warehouse_id in (b.warehouse_id, w.id))
    order by b.warehouse_id, w.id, b.sku_id limit 1`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('the demo company has no goods that may move');
  return found;
}
