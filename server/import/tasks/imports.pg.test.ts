import { writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { importSpuCall } from '#contract/areas/goods/imports.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { cancelTask, taskDetail } from '#contract/areas/tasks/calls.ts';
import { templateColumns } from '#contract/areas/tasks/import-columns.ts';
import { importForms, importKinds } from '#contract/areas/tasks/import-kinds.ts';
import {
  type ImportKind,
  type ImportOrder,
  type ImportResult,
  importOptionFields,
} from '#contract/areas/tasks/imports.ts';
import { importType, taskStatus } from '#contract/areas/tasks/task.ts';
import { templateInfo } from '#contract/areas/tasks/templates.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { catalogue } from '#contract/kit/errors.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { type Importer, importOffice } from '#tests/factories/imports.ts';
import { officeOf } from '#tests/factories/office.ts';
import { pieces } from '#tests/factories/shelf.ts';
import { openingStock, stockPeople } from '#tests/factories/stock.ts';

const database = await testDatabase();
const { db } = database;
const office = await importOffice(database);
const { [importType.goods]: goods, [importType.openingStock]: stock, [importType.orders]: orders } = importKinds;
const keys = [goods.access, stock.access, orders.access];
let importer: Importer;
let warehouseId: number;
beforeAll(async () => {
  importer = await office.hire({ keys });
  ({ id: warehouseId } = await officeOf(db).call(callsOf(warehouse).add, {
    warehouse_no: 'W01',
    name: '总仓',
    type: 1,
  }));
});

const heading = '单号,下单时间,条码,商品名称,数量,单价,客户编号\n';
const line = (invoice: string, code: string, qty: number | string, price = '9.90') =>
  `${invoice},2026-03-01 10:00:00,${code},T恤,${qty},${price},17850\n`;
const mapping = { invoice: 0, time: 1, code: 2, name: 3, quantity: 4, price: 5, customer: 6 };

async function uploaded(content: string | Buffer, name = '数据.csv', by = importer): Promise<string> {
  const { code, msg, result } = await office.upload(by, { content, name });
  if (code !== 200) throw new Error(msg);
  return result.id;
}

async function run(
  kind: ImportKind,
  step: 'check' | 'apply',
  order: ImportOrder,
  by = importer,
): Promise<{ result: ImportResult | null; remark: string | null; status: number; file: string | null }> {
  const stop = await office.work();
  try {
    const { code, msg, result } = await office.ask(by, kind[step], order);
    if (code !== 200) throw new Error(msg);
    const task = await office.ended(by, result.id);
    const came = await office.ask(by, kind.result, { task_id: result.id });
    return { result: came.result.result, remark: task.remark, status: task.status, file: task.file_path };
  } finally {
    await stop();
  }
}

const count = async (table: string): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(db)).rows[0]?.count ??
  0;

describe('an import is refused', () => {
  test('without its own key, for a person who sees a part, for a file of another', async () => {
    const file_id = await uploaded(heading);
    const clerk = await office.hire({ keys: [goods.access] });
    expect(await office.ask(clerk, orders.start, { file_id })).toMatchObject({ code: 4003 });
    expect(await office.ask(clerk, goods.start, { file_id })).toMatchObject({ code: 4004, field: 'file_id' });
    const limited = await office.hire({ keys, scope: [{ warehouse: [warehouseId] }] });
    const own = await uploaded(heading, 'a.csv', limited);
    expect(await office.ask(limited, goods.start, { file_id: own })).toMatchObject({
      code: 4003,
      msg: expect.stringContaining('数据范围'),
    });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['columns that are missing', { mapping: { code: 2 } }, '对应列：缺少必需的列：单号、下单时间、数量、单价'],
    ['one column for two things', { mapping: { ...mapping, price: 4 } }, '一列不能对应两项'],
    ['a column beyond the sheet', { mapping: { ...mapping, price: 60 } }, '没有这一列'],
    ['a column that orders do not have', { mapping: { ...mapping, __proto__x: 1 } }, '不认识的字段'],
    ['no warehouse', { options: {} }, '选项：请选择仓库'],
    ['a warehouse there is not', { options: { warehouse_id: 999_999 } }, '仓库不存在'],
    ['a rate of nothing', { options: { warehouse_id: 1, rate: '0' } }, '汇率'],
    ['a time zone of nowhere', { options: { warehouse_id: 1, zone: 'Mars/Base' } }, '时区'],
    ['an option of another kind', { options: { warehouse_id: 1, month: '2026-01' } }, '不认识的字段'],
    ['no file', { file_id: '0'.repeat(32) }, '重新上传'],
  ])('%s', async (_what, change, words) => {
    const file_id = await uploaded(heading);
    const order = { file_id, mapping, options: { warehouse_id: warehouseId }, ...change } as ImportOrder;
    expect(await office.ask(importer, orders.check, order)).toMatchObject({
      code: 4001 + (words === '重新上传' ? 3 : 0),
      msg: expect.stringContaining(words),
    });
  });
});

test('the beginning of a sheet says what its columns are, in Chinese or English, CSV or XLSX', async () => {
  const file_id = await uploaded(heading + line('1', '6901', 2));
  expect((await office.ask(importer, orders.start, { file_id })).result).toMatchObject({
    name: '数据.csv',
    heading: heading.trim().split(','),
    rows: [['1', '2026-03-01 10:00:00', '6901', 'T恤', '2', '9.90', '17850']],
    mapping,
  });
  const book = Buffer.from(
    await writeXlsx({
      sheets: [
        {
          name: 'a',
          rows: [
            ['Barcode', 'Price'],
            ['6901', 9.9],
          ],
        },
      ],
    }),
  );
  const { result } = await office.ask(importer, goods.start, { file_id: await uploaded(book, 'a.xlsx') });
  expect(result).toMatchObject({ rows: [['6901', '9.9']], mapping: { code: 0, price: 1 } });
});

describe('the whole way', () => {
  test('goods from our own template, filled in', async () => {
    const form = importForms[importType.goods];
    const { bytes, headers } = await office.get(importer, `/api/erp/v1/Excel/exportTpl?tpl_code=${form.template}`);
    expect(headers['content-disposition']).toContain('attachment');
    const file_id = await uploaded(bytes, '导入商品模板.xlsx');
    const { mapping: guessed } = (await office.ask(importer, goods.start, { file_id })).result;
    expect(Object.keys(guessed)).toHaveLength(templateColumns(form).length);
    const rehearsal = await run(goods, 'check', { file_id, mapping: { code: 0, name: 1, price: 2 }, options: {} });
    expect(rehearsal).toMatchObject({ status: taskStatus.done, result: { dry_run: true, done: true, rows: 1 } });
    expect(await count('spu')).toBe(0);
    const done = await run(goods, 'apply', { file_id, mapping: { code: 0, name: 1, price: 2 }, options: {} });
    expect(done.result).toMatchObject({
      dry_run: false,
      done: true,
      facts: expect.arrayContaining([{ label: '新增商品（一款一货品）', value: '1' }]),
    });
    expect(
      (
        await sql`select b.barcode, s.name, s.tag_price from spu s join sku k on k.spu_id = s.id join sku_barcode b on b.sku_id = k.id`.execute(
          db,
        )
      ).rows,
    ).toEqual([{ barcode: '6901234567892', name: '纯棉短袖T恤', tag_price: 12_900 }]);
  });

  test('orders: a rehearsal tells every bad row at once and leaves nothing, then they are imported, then again nothing', async () => {
    const bad = `${line('2', '6901234567892', 'x')}${line('2', 'NONE', 1)}${line('2', 'POST', 1)}`;
    const order = {
      file_id: await uploaded(heading + line('1', '6901234567892', 2) + bad),
      mapping,
      options: { warehouse_id: warehouseId },
    };
    const rehearsal = await run(orders, 'check', order);
    expect(rehearsal.result).toMatchObject({
      dry_run: true,
      done: true,
      rows: 4,
      remarks: [
        { row: 3, what: '有误的行', detail: '数量不是整数：x' },
        { row: 4, code: 'NONE' },
        { row: 5, code: 'POST', detail: '邮费' },
      ],
      months: [
        { month: '2026-03', sold: { rows: 1, pieces: 2, amount: 1980 } },
        { month: null, refused: { rows: 1 } },
      ],
    });
    expect(await count('sale_order')).toBe(0);
    expect(
      (await run(orders, 'apply', { ...order, options: { ...order.options, strict: true } })).result,
    ).toMatchObject({ done: false });
    expect(await count('sale_order')).toBe(0);
    expect((await run(orders, 'apply', order)).result).toMatchObject({ done: true });
    expect(await count('sale_order')).toBe(1);
    const again = await run(orders, 'apply', order);
    expect(again.result?.facts).toContainEqual({ label: '新增订单', value: '0' });
    expect(await count('sale_order')).toBe(1);
  });

  test('opening stock waits on a document for somebody else, and is not made twice', async () => {
    const order = {
      file_id: await uploaded('条码,数量\n6901234567892,7\n6901234567892,5\n'),
      mapping: { code: 0, quantity: 1 },
      options: { warehouse_id: warehouseId },
    };
    expect((await run(stock, 'apply', order)).result).toMatchObject({
      done: true,
      facts: expect.arrayContaining([{ label: '期初件数', value: '12' }]),
    });
    expect((await sql`select status, total_qty, created_by from stock_adjustment`.execute(db)).rows).toEqual([
      { status: 1, total_qty: 12, created_by: importer.id },
    ]);
    expect(await count('stock_ledger')).toBe(0);
    await run(stock, 'apply', order);
    expect(await count('stock_adjustment')).toBe(1);
  });
});

test('a task that has lost its key, or is run again after its effect, adds nothing', async () => {
  const order = {
    file_id: await uploaded(heading + line('77', '6901234567892', 1)),
    mapping,
    options: { warehouse_id: warehouseId },
  };
  const { result } = await office.ask(importer, orders.apply, order);
  await sql`insert into import_result (task_id, result, created_at) values (${result.id}, ${JSON.stringify({ dry_run: false, done: true, rows: 1, facts: [], counts: [], months: [], remarks: [] })}, now())`.execute(
    db,
  );
  const stop = await office.work();
  expect(await office.ended(importer, result.id)).toMatchObject({ status: taskStatus.done, row_count: 1 });
  await stop();
  expect((await sql`select 1 from sale_order where source_order_no = '77'`.execute(db)).rows).toEqual([]);
  const clerk = await office.hire({ keys: [orders.access] });
  const own = { ...order, file_id: await uploaded(heading + line('78', '6901234567892', 1), 'a.csv', clerk) };
  const task = (await office.ask(clerk, orders.apply, own)).result;
  await sql`delete from admin_role where admin_id = ${clerk.id}`.execute(db);
  const stopAgain = await office.work();
  expect(await office.ended(clerk, task.id)).toMatchObject({ status: taskStatus.failed });
  await stopAgain();
  expect((await sql`select 1 from sale_order where source_order_no = '78'`.execute(db)).rows).toEqual([]);
});

test('one whose maker loses the key while it works writes nothing', async () => {
  const clerk = await office.hire({ keys: [orders.access] });
  const file_id = await uploaded(heading + line('79', '6901234567892', 1), 'a.csv', clerk);
  const task = await db.connection().execute(async (before) => {
    // It waits for an import before it, and finds that the key has gone just when its turn comes.
    await sql`begin; select pg_advisory_xact_lock(hashtext('import'))`.execute(before);
    const { result } = await office.ask(clerk, orders.apply, {
      file_id,
      mapping,
      options: { warehouse_id: warehouseId },
    });
    const stop = await office.work();
    await expect.poll(waiting, { timeout: 10_000, interval: 20 }).toBe(1);
    await sql`delete from admin_role where admin_id = ${sql.lit(clerk.id)}; commit`.execute(before);
    const ended = await office.ended(clerk, result.id);
    await stop();
    return ended;
  });
  expect(task).toMatchObject({ status: taskStatus.failed, remark: catalogue.forbidden.words });
  expect((await sql`select 1 from sale_order where source_order_no = '79'`.execute(db)).rows).toEqual([]);
});

/** How many wait for an import to end. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows[0]?.count ?? 0;
}

test('its detail says in words how it was asked and what came of it', async () => {
  const options = { warehouse_id: warehouseId, zone: 'Europe/London', strict: true };
  const { result } = await office.ask(importer, orders.check, { file_id: await uploaded(heading), mapping, options });
  const stop = await office.work();
  await office.ended(importer, result.id);
  await stop();
  const { list } = (await office.ask(importer, taskDetail, { task_id: result.id })).result;
  expect(Object.fromEntries(list.map(({ name, value }) => [name, value]))).toMatchObject({
    [importOptionFields.warehouse_id.label]: '总仓',
    [importOptionFields.zone.label]: '伦敦',
    [importOptionFields.strict.label]: '是',
    状态: '已完成',
    备注: expect.stringContaining('试运行完成'),
  });
});

test('one that is cancelled while it works writes nothing', async () => {
  const file_id = await uploaded(heading + line('90', '6901234567892', 1));
  const before = await count('sale_order');
  const { result } = await db.connection().execute(async (another) => {
    // It is met while it waits for an import before it, on a machine of any pace.
    await sql`begin; select pg_advisory_xact_lock(hashtext('import'))`.execute(another);
    const stop = await office.work();
    const asked = await office.ask(importer, orders.apply, {
      file_id,
      mapping,
      options: { warehouse_id: warehouseId },
    });
    await expect.poll(waiting, { timeout: 10_000, interval: 20 }).toBe(1);
    expect((await office.ask(importer, cancelTask, { task_id: asked.result.id })).code).toBe(200);
    await expect.poll(waiting, { timeout: 10_000, interval: 20 }).toBe(0);
    await sql`rollback`.execute(another);
    await stop();
    return asked;
  });
  expect(await count('sale_order')).toBe(before);
  expect((await office.ask(importer, orders.result, { task_id: result.id })).result).toEqual({ result: null });
});

test('orders that post stock: not without the keys of both sides of an adjustment, then with what the warehouse has', async () => {
  const [piece] = await pieces(db);
  const code = piece?.barcode ?? '';
  const order = {
    file_id: await uploaded(heading + line('61', code, 2) + line('62', code, 9)),
    mapping,
    options: { warehouse_id: warehouseId, post_stock: true },
  };
  expect((await office.ask(importer, orders.start, { file_id: order.file_id })).result.options).not.toContain(
    'post_stock',
  );
  expect(await office.ask(importer, orders.check, order)).toMatchObject({
    code: 4003,
    field: 'options.post_stock',
    msg: '「过账库存（出库、退货入库）」还需要权限：库存调整单 · 审核',
  });
  expect(await office.ask(importer, orders.apply, order)).toMatchObject({ code: 4003 });
  const mover = await office.hire({ keys: [...keys, 'Inventory:adjustAudit'] });
  const own = {
    ...order,
    file_id: await uploaded(heading + line('61', code, 2) + line('62', code, 9), 'b.csv', mover),
  };
  expect((await office.ask(mover, orders.start, { file_id: own.file_id })).result.options).toContain('post_stock');
  const house = openHouse(db);
  await openingStock(house, {
    people: await stockPeople(house),
    warehouse: warehouseId,
    lines: [{ sku_id: piece?.id ?? 0, qty: 5 }],
  });
  const before = await count('stock_ledger');
  const rehearsal = await run(orders, 'check', own, mover);
  expect(rehearsal.result).toMatchObject({
    dry_run: true,
    remarks: [{ row: 3, what: '当时库存不足，整单未导入', detail: '当时可用 3 件，该单需要 9 件' }],
    facts: expect.arrayContaining([
      { label: '出库件数', value: '2' },
      { label: '退货入库件数', value: '0' },
      { label: '缺货未导入的订单', value: '1' },
    ]),
  });
  expect(rehearsal.result?.facts.map(({ label }) => label)).not.toContain('库存');
  expect(await count('stock_ledger')).toBe(before);
  expect(
    (await run(orders, 'apply', { ...own, options: { ...own.options, strict: true } }, mover)).result,
  ).toMatchObject({ done: false });
  expect((await run(orders, 'apply', own, mover)).result).toMatchObject({ done: true });
  expect(await count('stock_ledger')).toBe(before + 2);
  expect(await brokenInvariants(db)).toEqual([]);
});

test('templates say what they hold; one that there is not is told as such', async () => {
  expect((await office.ask(importer, templateInfo, { tpl_code: 'order_history' })).result.columns[0]).toEqual({
    key: 'invoice',
    title: '单号',
    required: true,
    rule: expect.any(String),
  });
  expect(await office.ask(importer, templateInfo, { tpl_code: 'constructor' })).toMatchObject({ code: 4004 });
  expect((await office.get(importer, '/api/erp/v1/Excel/exportTpl?tpl_code=x')).bytes.toString()).toContain(
    '"code":4004',
  );
});

test('a sheet of goods is taken in by the key of its file, as its heading says; a scope, a strange key and a heading of nothing refuse it', async () => {
  const content = '条码,商品名称,吊牌价\nQX-1,外套,99.00\n';
  const at = '/api/erp/v1/spu/upload';
  const answer = await office.upload(importer, { content, name: '商品.csv', biz: '', at });
  const { file_key } = answer.result as unknown as { file_key: string };
  expect(answer).toMatchObject({ code: 200, result: { id: file_key } });
  const stranger = await office.hire({ keys: [] });
  expect(await office.upload(stranger, { content, biz: '', at })).toMatchObject({
    code: 4003,
  });
  expect(await office.ask(stranger, importSpuCall, { file_key })).toMatchObject({ code: 4003 });
  expect(await office.ask(await office.hire({ keys }), importSpuCall, { file_key })).toMatchObject({ code: 4004 });
  const empty = { content: '甲,乙\n1,2\n', biz: 'import', at: '/api/erp/v1/common/upload' };
  const nothing = await office.upload(importer, empty);
  expect(await office.ask(importer, importSpuCall, { file_key: nothing.result.id })).toMatchObject({
    code: 4001,
    field: 'file_key',
  });
  const stop = await office.work();
  try {
    const { result } = await office.ask(importer, importSpuCall, { file_key, skip_errors: 1 });
    expect((await office.ended(importer, result.batch_id)).serial_no).toBe(result.serial_no);
    expect((await office.ask(importer, goods.result, { task_id: result.batch_id })).result.result).toMatchObject({
      dry_run: false,
      rows: 1,
    });
  } finally {
    await stop();
  }
});
