import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  addTask,
  cancelTask,
  downloadTicket,
  type NewTask,
  retryTask,
  taskDetail,
  taskList,
  taskOptions,
  taskPanel,
  taskProgress,
  taskTypeList,
} from '#contract/areas/tasks/calls.ts';
import { exportTypes, taskStatus, taskType } from '#contract/areas/tasks/task.ts';
import { clientSettings } from '#server/database/connect.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { addBrand } from '#tests/factories/goods.ts';
import { officeOf } from '#tests/factories/office.ts';
import { giveDataRole, person, signedIn, writing } from '#tests/factories/people.ts';
import { rowsSource } from '#tests/factories/task-sources.ts';
import { taskOffice } from '#tests/factories/tasks.ts';
import { taskLimits } from './task-limits.ts';

const database = await testDatabase();
const { db } = database;
const office = await taskOffice(database, { source: rowsSource(sql`3`) });
const house = officeOf(db);
const day = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-02T00:00:00.000Z' };
const created = { create_start_time: day.from, create_end_time: day.to };
const ordered = { start_time: day.from, end_time: day.to };
const batched = { created_at_start: day.from, created_at_end: day.to };

describe('a form is refused in the specification’s words', () => {
  const goods = { task_type: taskType.goods, task_name: '商品', export_type: 1, ...created };
  const orders = { task_type: taskType.orders, task_name: '订单', export_type: 1, ...ordered };
  const inbound = { task_type: taskType.inbound, task_name: '入库', list_type: 1, ...batched };
  const purchase = { task_type: taskType.purchase, task_name: '采购', ...ordered };
  const stock = { task_type: taskType.stock, task_name: '库存', export_type: 1 };
  const without = (task: NewTask, ...names: string[]) => ({
    ...task,
    ...Object.fromEntries(names.map((name) => [name, undefined])),
  });

  it.each<[string, NewTask, string, string]>([
    ...[goods, orders, inbound, purchase, stock].map((task): [string, NewTask, string, string] => [
      exportTypes[task.task_type],
      { ...task, task_name: ' ' },
      '名称不能为空',
      'task_name',
    ]),
    ['goods', without(goods, 'create_start_time', 'create_end_time'), '请选择时间', 'online_start_time'],
    ['goods', without(goods, 'export_type'), '请选择类型', 'export_type'],
    ['goods', { ...goods, product_type: 1 }, '类型和值需同时传递', 'product_value'],
    ['goods', { ...goods, product_value: ['A'] }, '类型和值需同时传递', 'product_type'],
    ['orders', { ...orders, sale_channel_type: 'shop' }, '销售渠道类型和销售渠道值需同时传递', 'sale_channel_value'],
    ['orders', without(orders, 'export_type'), '导出类型不能为空', 'export_type'],
    ['orders', without(orders, 'start_time', 'end_time'), '最少选中一项时间!', 'start_time'],
    ['orders', { ...without(orders, 'start_time', 'end_time'), export_type: 3 }, '请选择售后时间!', 'os_start_time'],
    ['inbound', without(inbound, 'created_at_start', 'created_at_end'), '请选择时间', 'created_at_start'],
    ['purchase', without(purchase, 'start_time', 'end_time'), '请选择时间', 'start_time'],
    ['stock', without(stock, 'export_type'), '请选择类型', 'export_type'],
    ['stock', { ...stock, product_value: Array(5001).fill('A') }, '商品值：一次最多输入5000个', 'product_value'],
    ['stock', { ...stock, foo: 1 }, '不认识的字段：foo', 'foo'],
    ['stock', { ...stock, lock_type: [1] }, '该导出类型不使用此条件', 'lock_type'],
    ['stock', { ...stock, w_ids: ['1'] as never }, '仓库：应为数字', 'w_ids.0'],
    ['none', { ...stock, task_type: 9 as never }, '没有这种工单类型', 'task_type'],
    ['imports', { ...stock, task_type: 101 as never }, '没有这种工单类型', 'task_type'],
  ])('%s: %j', async (_kind, task, msg, field) => {
    const maker = await office.hire();
    expect(await office.ask(maker, addTask, task)).toMatchObject({ code: 4001, msg, field });
  });

  it('and taken as they are meant', async () => {
    const maker = await office.hire();
    for (const task of [goods, orders, inbound, purchase, stock])
      expect(await office.ask(maker, addTask, task)).toMatchObject({ code: 200 });
  });
});

describe('who may', () => {
  it('nobody without a token, nobody without the key', async () => {
    const clerk = await office.hire();
    await sql`delete from admin_role where admin_id = ${clerk.id}`.execute(db);
    office.server.identity.forget();
    const task = { task_type: taskType.stock, task_name: 'x', export_type: 1 };
    expect(await office.ask({ headers: {} }, taskList, {})).toMatchObject({ code: 401 });
    expect(await office.ask(clerk, addTask, task)).toMatchObject({ code: 4003 });
    expect((await office.ask(clerk, taskPanel, {})).result.can_create).toBe(false);
    expect((await office.ask(await office.hire(), taskPanel, {})).result.can_create).toBe(true);
  });

  it('of what a person may not look at, which is not offered either', async () => {
    const keeper = await person(db, { keys: ['task:add', 'stock:view'] });
    const by = { headers: await signedIn(db, keeper) };
    expect((await office.ask(by, taskTypeList, {})).result).toEqual([{ id: taskType.stock, name: '库存' }]);
    const goods = { task_type: taskType.goods, task_name: '商品', export_type: 1, ...created };
    expect(await office.ask(by, addTask, goods)).toMatchObject({ code: 4003 });
    const blind = await person(db, { keys: ['task:add'] });
    expect((await office.ask({ headers: await signedIn(db, blind) }, taskPanel, {})).result.can_create).toBe(false);
  });

  it('nobody in another’s name', async () => {
    const [one, other] = [await office.hire(), await office.hire()];
    const refusal = { code: 4001, field: 'admin_id', result: null };
    const task = { task_type: taskType.stock, task_name: 'x', export_type: 1, admin_id: other.id };
    expect(await office.ask(one, addTask, task)).toMatchObject(refusal);
    expect(await office.ask(one, taskList, { admin_id: other.id })).toMatchObject(refusal);
    expect(await office.ask(one, taskPanel, { admin_id: other.id })).toMatchObject(refusal);
    expect(await office.ask(one, taskOptions, { admin_id: other.id, task_type: 5 })).toMatchObject(refusal);
    expect(await office.ask(one, taskList, { admin_id: one.id })).toMatchObject({ code: 200 });
  });

  it('another’s task is as absent as one that there is not', async () => {
    const [one, other] = [await office.hire(), await office.hire()];
    const id = await office.order(other);
    const nothing = 999_999_999;
    for (const call of [taskDetail, cancelTask, retryTask, downloadTicket]) {
      const absent = await office.ask(one, call as typeof taskDetail, { task_id: nothing });
      expect(absent).toMatchObject({ code: 4004 });
      expect(await office.ask(one, call as typeof taskDetail, { task_id: id })).toEqual(absent);
    }
    expect((await office.ask(one, taskProgress, { task_ids: [id] })).result).toEqual([]);
    expect((await office.ask(one, taskList, {})).result).toEqual({ list: [], total: 0 });
    expect(await office.task(other, id)).toMatchObject({ status: taskStatus.queued });
  });

  it('what lies outside the data scope cannot be asked for', async () => {
    const [seen, hidden] = [await addBrand(house), await addBrand(house)];
    const maker = await office.hire({ scope: [{ brand: [seen] }] });
    const task = { task_type: taskType.stock, task_name: 'x', export_type: 1 };
    const answer = await office.ask(maker, addTask, { ...task, brand_ids: [hidden] });
    expect(answer).toMatchObject({ code: 4001, field: 'brand_ids' });
    expect(await office.ask(maker, addTask, { ...task, brand_ids: [hidden + 1_000_000] })).toEqual(answer);
    expect(await office.ask(maker, addTask, { ...task, brand_ids: [seen] })).toMatchObject({ code: 200 });
    const options = (await office.ask(maker, taskOptions, { task_type: taskType.stock })).result;
    expect(options.brand_ids?.map(({ id }) => id)).toEqual([seen]);
  });
});

describe('how many', () => {
  it('ten unfinished ones of a person, whoever adds or retries and however many at once', async () => {
    const maker = await office.hire();
    const asked = Array.from({ length: taskLimits.unfinished + 5 }, () =>
      office.ask(maker, addTask, { task_type: taskType.stock, task_name: '一起', export_type: 1 }),
    );
    const codes = (await Promise.all(asked)).map(({ code }) => code);
    expect(codes.filter((code) => code === 200)).toHaveLength(taskLimits.unfinished);
    expect(codes.filter((code) => code === 4029)).toHaveLength(5);
    const [first] = (await office.ask(maker, taskList, {})).result.list;
    await office.ask(maker, cancelTask, { task_id: first?.id ?? 0 });
    await office.order(maker);
    expect(await office.ask(maker, retryTask, { task_id: first?.id ?? 0 })).toMatchObject({ code: 4029 });
    expect(await office.ask(await office.hire(), taskPanel, {})).toMatchObject({ result: { running_count: 0 } });
    expect(await office.ask(maker, taskPanel, {})).toMatchObject({ result: { running_count: 10 } });
  });

  it('one for an op id that is sent twice', async () => {
    const maker = await office.hire();
    const headers = writing(await signedIn(db, maker));
    const task = { task_type: taskType.stock, task_name: '一次', export_type: 1 };
    const [one, two] = await Promise.all(
      [1, 2].map(() => office.server.call('/api/task/v1/task/addTask', task, { headers })),
    );
    expect(two?.body).toEqual(one?.body);
    expect((await office.ask(maker, taskList, {})).result.total).toBe(1);
  });
});

describe('steps', () => {
  const illegal = { code: 4010, result: null };

  it('only what waits or runs is cancelled, only what failed or was cancelled is retried', async () => {
    const maker = await office.hire();
    const id = await office.order(maker);
    expect(await office.ask(maker, retryTask, { task_id: id })).toMatchObject(illegal);
    expect(await office.ask(maker, downloadTicket, { task_id: id })).toMatchObject({ ...illegal, field: 'task_id' });
    expect(await office.ask(maker, cancelTask, { task_id: id })).toMatchObject({ code: 200 });
    expect(await office.ask(maker, cancelTask, { task_id: id })).toMatchObject(illegal);
    expect(await office.task(maker, id)).toMatchObject({ status: taskStatus.cancelled, remark: null });
    expect(await office.ask(maker, retryTask, { task_id: id })).toMatchObject({ code: 200 });
    expect(await office.task(maker, id)).toMatchObject({ status: taskStatus.queued, progress: 0, finished_at: null });
    await sql`update export_task set status = 4, remark = '出错' where id = ${id}`.execute(db);
    expect(await office.ask(maker, cancelTask, { task_id: id })).toMatchObject(illegal);
    expect(await office.ask(maker, retryTask, { task_id: id })).toMatchObject({ code: 200 });
    expect(await office.task(maker, id)).toMatchObject({ status: taskStatus.queued, remark: null });
  });

  it('each is told to the owner alone, and stands in the history', async () => {
    const maker = await office.hire();
    const heard: unknown[] = [];
    const ear = new Client(clientSettings(database.url));
    await ear.connect();
    onTestFinished(() => ear.end());
    await ear.query('listen push');
    ear.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? '')));
    const id = await office.order(maker);
    await office.ask(maker, cancelTask, { task_id: id });
    await office.ask(maker, retryTask, { task_id: id });
    const said = (status: number) => ({ to: [maker.id], message: { type: 1, task: { id, status, progress: 0 } } });
    await expect.poll(() => heard).toEqual([said(1), said(-1), said(1)]);
    const { rows } = await sql`
      select action, from_status, to_status, admin_id from audit_log where doc_type = 'exportTask' and doc_id = ${id} order by id`.execute(
      db,
    );
    expect(rows).toEqual([
      { action: 'add', from_status: null, to_status: 1, admin_id: maker.id },
      { action: 'cancel', from_status: 1, to_status: -1, admin_id: maker.id },
      { action: 'retry', from_status: -1, to_status: 1, admin_id: maker.id },
    ]);
  });
});

describe('what is answered', () => {
  it('the list, newest first, by kind and state', async () => {
    const maker = await office.hire();
    const stock = await office.order(maker);
    const goods = await office.order(maker, { task_type: taskType.goods, ...created });
    await office.ask(maker, cancelTask, { task_id: stock });
    const ids = async (asked: object) => (await office.ask(maker, taskList, asked)).result.list.map((task) => task.id);
    expect(await ids({})).toEqual([goods, stock]);
    expect(await ids({ data_type: [taskType.stock] })).toEqual([stock]);
    expect(await ids({ status: [taskStatus.queued, taskStatus.running] })).toEqual([goods]);
    expect(await ids({ page: 2, page_size: 1 })).toEqual([stock]);
    expect((await office.task(maker, goods)).serial_no).toMatch(/^GD\d{11}$/);
  });

  it('the kinds, the lists of a form', async () => {
    const maker = await office.hire();
    expect((await office.ask(maker, taskTypeList, {})).result.map(({ name }) => name)).toEqual(
      Object.values(exportTypes),
    );
    const { lock_list: locks, is_zt: transit } = (await office.ask(maker, taskOptions, { task_type: 5 })).result;
    expect(locks.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(transit).toEqual([
      { id: 0, name: '全部' },
      { id: 1, name: '是' },
      { id: 2, name: '否' },
    ]);
    expect(await office.ask(maker, taskOptions, { task_type: 9 as never })).toMatchObject({ field: 'task_type' });
  });

  it('what was asked, in words; what has left the data scope stays a number', async () => {
    const brand = await addBrand(house);
    const maker = await office.hire();
    const id = await office.order(maker, {
      export_type: 2,
      brand_ids: [brand],
      status: [1, 2],
      product_type: 1,
      product_value: Array.from({ length: 60 }, (_, index) => `S${index}`),
    });
    const words = async () =>
      Object.fromEntries(
        (await office.ask(maker, taskDetail, { task_id: id })).result.list.map(({ name, value }) => [name, value]),
      );
    const { rows } = await sql<{ name: string }>`select name from brand where id = ${brand}`.execute(db);
    expect(await words()).toMatchObject({
      导出类型: '库存明细',
      品牌: rows[0]?.name,
      库存状态: '可用、锁定',
      状态: '进行中',
      进度: '0%',
    });
    expect((await words())['商品值']).toMatch(/^S0、.*S49 等 60 个$/);
    await giveDataRole(db, maker.id, { brand: [brand + 1_000_000] });
    office.server.identity.forget();
    expect((await words())['品牌']).toBe(String(brand));
  });
});
