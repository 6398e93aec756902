import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addListTask, type NewListTask, taskDetail } from '#contract/areas/tasks/calls.ts';
import { taskStatus } from '#contract/areas/tasks/task.ts';
import { definitions } from '#contract/definitions.ts';
import { allFields } from '#contract/kit/base-fields.ts';
import { keepList } from '#contract/kit/kept-list.ts';
import { serveStock } from '#server/areas/warehouse/stock.ts';
import { serveStockAdjustment } from '#server/areas/warehouse/stock-adjustment.ts';
import { serveKeptLists } from '#server/kit/kept-lists.ts';
import { hiddenInLists } from '#server/works.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { listSheetOf, reader } from '#tests/factories/export-rows.ts';
import { type Piece, pieces, shelf } from '#tests/factories/shelf.ts';
import { openingStock, stockPeople } from '#tests/factories/stock.ts';
import { rowsSource } from '#tests/factories/task-sources.ts';
import { type Signed, taskOffice } from '#tests/factories/tasks.ts';
import { serveTasks } from '../serve-tasks.ts';
import { listWork } from './list-work.ts';

const { db, url } = await testDatabase();
const house = openHouse(db);
const office = await taskOffice(
  { db, url },
  {
    source: rowsSource(sql`1`),
    serve: (kit) => {
      for (const serve of [serveTasks, serveStock, serveStockAdjustment]) serve(kit);
      serveKeptLists(kit.registry);
    },
  },
);
let goods: Piece[];
let place: { id: number; code: string };

beforeAll(async () => {
  goods = [...(await pieces(db, 2)), ...(await pieces(db))];
  place = await shelf(db);
  const lines = goods.map(({ id }, at) => ({ sku_id: id, qty: 1000 * (at + 1) }));
  await openingStock(house, { people: await stockPeople(house), warehouse: place.id, lines });
});

const columns = ['qty_on_hand', 'sku_id', 'warehouse_id', 'imperfect_type'];
const order = (some: Partial<NewListTask> = {}): NewListTask => ({
  definition: 'stock',
  task_name: '库存列表',
  columns,
  asked: {},
  ...some,
});
const ask = async (by: Signed, some: Partial<NewListTask> = {}) => await office.ask(by, addListTask, order(some));

describe('refused', () => {
  it('to who may not see the list', async () => {
    const clerk = await office.hire();
    expect(await ask(clerk, { definition: 'stockAdjustment', columns: ['adjust_no'] })).toMatchObject({ code: 4003 });
  });

  it.each([
    ['a list that there is not', { definition: 'nothing' }, 'definition'],
    ['a definition that is no list of its own', { definition: 'stockBatch', columns: ['serial_no'] }, 'definition'],
    ['a list that the server does not serve as others', { definition: 'category', columns: ['name'] }, 'definition'],
    ['a column that there is not', { columns: ['qty_on_hand', 'cost; drop table stock'] }, 'columns'],
    ['a column that only objects have', { columns: ['constructor'] }, 'columns'],
    ['no column', { columns: [] }, 'columns'],
    ['a filter that there is not', { asked: { nothing: 1 } }, 'nothing'],
    ['an order that the list does not have', { asked: { sort: 'sku_name' } }, 'sort'],
    ['a page: all of it is meant', { asked: { page: 2 } as never }, 'page'],
    ['a kept list that is not there', { asked: { sku_id: { list: 'x'.repeat(22) } } }, 'sku_id'],
  ])('%s', async (_what, some, field) => {
    const answer = await ask(await office.hire({ keys: ['goods:category'] }), some as Partial<NewListTask>);
    expect(answer).toMatchObject({ code: 4001, field });
  });
});

it('refuses to write for who has lost the key of the list since it was asked for', () => {
  const work = listWork(hiddenInLists);
  const given = { id: 1, run: 1, serialNo: 'GD1', name: '库存', type: 6 };
  const payload = { ...order(), asked: {} };
  expect(() => work.refuse({ ...given, payload, actor: reader() })).toThrow('没有操作权限');
});

describe('a list as a file', () => {
  it('has the columns of the view in their order, what references show in words, its filters, order and data scope', async () => {
    const actor = reader({ permissions: new Set(['stock:view']) });
    const asked = { qty_on_hand_from: 2000, sort: '-qty_on_hand' };
    const rows = await listSheetOf(db, { order: order({ asked }), actor });
    expect(rows.map((row) => row['实物库存'])).toEqual([3000, 2000]);
    expect(Object.keys(rows[0] ?? {})).toEqual(['实物库存', '货品', '货品名称', '仓库', '仓库编号', '品级']);
    expect(rows[0]).toMatchObject({ 货品: goods[2]?.sku_no, 仓库: `仓库 ${place.code}`, 品级: '正品' });
    expect(String(rows[0]?.['货品名称'])).toContain('商品');
    const limited = { ...actor, scope: [{ brand: [goods[2]?.brand_id ?? 0] }] };
    expect(await listSheetOf(db, { order: order(), actor: limited })).toHaveLength(1);
  });

  it('is a question that the database understands, of whatever list and column', async () => {
    const everybody = reader({ permissions: new Set(definitions.flatMap(({ calls }) => calls.list?.[1] ?? [])) });
    for (const definition of definitions.filter(({ calls }) => calls.list)) {
      const one = {
        definition: definition.name,
        columns: Object.keys(allFields(definition)),
        asked: { keyword: '一' },
      };
      const masked = { ...everybody, permissions: new Set([...everybody.permissions, ...masksOf(definition.fields)]) };
      const sheet = listSheetOf(db, { order: one, actor: masked, ...hidingOf(definition.name) });
      await expect(sheet, definition.name).resolves.toBeInstanceOf(Array);
    }
  });
});

describe('by a worker', () => {
  it('is written as CSV and as a workbook, and says what was asked', async () => {
    const clerk = await office.hire();
    await office.work([listWork(hiddenInLists)]);
    const ids = goods.slice(0, 2).map(({ id }) => id);
    const { result: kept } = await office.ask(clerk, keepList, { ids });
    const made = await ask(clerk, { asked: { sku_id: kept, sort: 'sku_id', imperfect_type: [0] } });
    const book = await ask(clerk, { format: 'xlsx' });
    const task = await office.ended(clerk, made.result.id);
    expect(task).toMatchObject({ status: taskStatus.done, row_count: 2, data_type: 6, name: '库存列表' });
    const file = await office.download(task.file_path ?? '', { headers: clerk.headers });
    const [head, first] = file.text.split('\n');
    expect(head).toBe('\uFEFF实物库存,货品,货品名称,仓库,仓库编号,品级');
    expect(first?.split(',').slice(0, 2)).toEqual(['1000', goods[0]?.sku_no]);
    expect(await office.ended(clerk, book.result.id)).toMatchObject({ status: taskStatus.done, row_count: 3 });
    const { result: detail } = await office.ask(clerk, taskDetail, { task_id: task.id });
    expect(detail.list.slice(0, 4)).toEqual([
      { name: '文件格式', value: 'CSV' },
      { name: '列', value: '实物库存、货品、仓库、品级' },
      { name: '货品', value: '粘贴的列表' },
      { name: '品级', value: '正品' },
    ]);
    await office.rest();
  });
});

const masksOf = (fields: object) => Object.values(fields).flatMap(({ mask }: { mask?: string }) => mask ?? []);
const hidingOf = (name: string) => (hiddenInLists[name] ? { hiding: hiddenInLists[name] } : {});
