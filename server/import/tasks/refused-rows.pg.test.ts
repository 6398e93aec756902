import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { importKinds } from '#contract/areas/tasks/import-kinds.ts';
import type { ImportKind, ImportOrder, ImportResult } from '#contract/areas/tasks/imports.ts';
import { importType } from '#contract/areas/tasks/task.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { sheetRecords } from '#server/sheets/sheet-records.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type Importer, importOffice } from '#tests/factories/imports.ts';
import { officeOf } from '#tests/factories/office.ts';

const database = await testDatabase();
const { db } = database;
const office = await importOffice(database);
const { [importType.goods]: goods, [importType.openingStock]: stock, [importType.orders]: orders } = importKinds;
let importer: Importer;
let warehouseId: number;
beforeAll(async () => {
  importer = await office.hire({ keys: [goods.access, stock.access, orders.access] });
  ({ id: warehouseId } = await officeOf(db).call(callsOf(warehouse).add, {
    warehouse_no: 'W01',
    name: '总仓',
    type: 1,
  }));
  await imported(goods, '条码,商品名称,单价\n0012,T恤,129\n0013,短裤,99\n', {});
});

const heading = ['备注', '单号', '下单时间', '条码', '商品名称', '数量', '单价'];
const at = '2026-03-01 10:00:00';

describe('the file of an import is the rows that were not taken, as they stood', () => {
  const kept = ['', '1', at, '0012', 'T恤', '1', '9.90'];
  const bad = ['0从前, "旧"\n第二行', '2', at, '0012', 'T恤', 'x', '9.90'];
  const unknown = ['=1+1', '3', at, '77771', 'T恤', '1', '9.90'];
  const short = ['', '4', at, '0012'];

  test('with every column in its order, what was wrong, and every cell letter by letter', async () => {
    const { rows } = await imported(orders, csv([heading, kept, bad, unknown, short]), { warehouse_id: warehouseId });
    expect(rows).toEqual([
      [...heading, '行号', '原因'],
      [...bad, '3', '数量不是整数：x'],
      [...unknown, '4', expect.stringContaining('没有此条码的货品')],
      // What cannot be told apart into columns stands behind them: in them it could be taken for something else.
      [...heading.map(() => ''), '5', expect.stringContaining('应为 7 个'), ...short],
    ]);
  });

  test('it is imported as it is, again and again, and what was mended is taken', async () => {
    const order = { warehouse_id: warehouseId };
    const first = await imported(orders, csv([heading, bad, unknown, short]), order);
    const second = await imported(orders, first.file, order);
    expect(second.result).toMatchObject({
      rows: 3,
      facts: expect.arrayContaining([{ label: '新增订单', value: '0' }]),
    });
    const rowsAgain = (rows: string[][]) => rows.map((row) => row.filter((_cell, index) => index !== 7 && index !== 8));
    expect(rowsAgain(second.rows)).toEqual(rowsAgain(first.rows));
    expect(second.rows[0]).toEqual([...heading, '行号', '原因']);
    const mended = second.rows.map((row) => row.map((cell) => (cell === 'x' ? '2' : cell)));
    const third = await imported(orders, csv(mended), order);
    expect(third.result?.facts).toContainEqual({ label: '新增订单', value: '1' });
    expect(third.rows).toHaveLength(3);
  });

  test('also what is told of a code is told at each of its rows, whatever it is called', async () => {
    await sql`insert into sku_barcode (sku_id, barcode, is_main) select id, '0012-B', false from sku where sku_no = '0012' or id in (select sku_id from sku_barcode where barcode = '0012') limit 1`.execute(
      db,
    );
    const list = [
      ['条码', '数量'],
      ['0012', '7'],
      ['77772', '1'],
      ['0013', '3'],
      ['77772', '4'],
    ];
    const options = { warehouse_id: warehouseId, skip_errors: true };
    const { rows } = await imported(stock, csv(list), options);
    expect(rows).toEqual([
      ['条码', '数量', '行号', '原因'],
      ['77772', '1', '3', expect.stringContaining('没有此条码')],
      ['77772', '4', '5', expect.stringContaining('没有此条码')],
    ]);
    const again = await imported(
      stock,
      csv([
        ['条码', '数量'],
        ['0012', '7'],
        ['0012-B', '1'],
      ]),
      options,
    );
    expect(again.rows.slice(1)).toEqual([
      ['0012', '7', '2', expect.stringContaining('已有期初库存')],
      ['0012-B', '1', '3', expect.stringContaining('已有期初库存')],
    ]);
  });

  test('what is told of taken rows stands on a sheet of its own', async () => {
    const { file, result } = await imported(goods, '条码,商品名称,单价\n0077,袜子,1.005\nA B,邮费,1\n', {});
    expect(result?.counts).toHaveLength(2);
    const rows = await rowsOf(file);
    expect(rows.map(([code]) => code)).toEqual(['条码', 'A B']);
    expect(file.includes('xl/worksheets/sheet2.xml')).toBe(true);
  });
});

/** Imports a file as somebody would who takes the columns as they are guessed; answers its result and the rows of its file. */
async function imported(
  kind: ImportKind,
  content: string | Buffer,
  options: ImportOrder['options'],
): Promise<{ result: ImportResult | null; file: Buffer; rows: string[][] }> {
  const { result: uploaded } = await office.upload(importer, { content, name: 'a.csv' });
  const { mapping } = (await office.ask(importer, kind.start, { file_id: uploaded.id })).result;
  const asked = await office.ask(importer, kind.apply, { file_id: uploaded.id, mapping, options });
  if (asked.code !== 200) throw new Error(asked.msg);
  const stop = await office.work();
  const task = await office.ended(importer, asked.result.id);
  await stop();
  const { result } = (await office.ask(importer, kind.result, { task_id: task.id })).result;
  const file = task.file_path ? (await office.get(importer, `/download/${task.file_path}`)).bytes : Buffer.from('');
  return { result, file, rows: file.length > 0 ? await rowsOf(file) : [] };
}

async function rowsOf(file: Buffer): Promise<string[][]> {
  const rows: string[][] = [];
  const source = { size: file.length, read: (from = 0) => Readable.from([file.subarray(from)]) };
  for await (const { cells } of sheetRecords(source)) rows.push([...cells]);
  return rows;
}

const csv = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => `${row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`)
    .join('');
