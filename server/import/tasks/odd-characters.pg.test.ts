import { beforeAll, describe, expect, test } from 'vitest';
import { importKinds } from '#contract/areas/tasks/import-kinds.ts';
import type { ImportKind, ImportResult } from '#contract/areas/tasks/imports.ts';
import { importType, taskStatus } from '#contract/areas/tasks/task.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type Importer, importOffice } from '#tests/factories/imports.ts';
import { shelf } from '#tests/factories/shelf.ts';

const database = await testDatabase();
const office = await importOffice(database);
const { [importType.goods]: goods, [importType.orders]: orders } = importKinds;
let importer: Importer;
let warehouse_id: number;
beforeAll(async () => {
  importer = await office.hire({ keys: [goods.access, orders.access] });
  ({ id: warehouse_id } = await shelf(database.db));
});

const heading = '单号,下单时间,条码,商品名称,数量,单价\n';
const line = (code: string, qty: string) => `900001,2026-03-01 10:00:00,${code},T恤,${qty},9.90\n`;
const mapping = { invoice: 0, time: 1, code: 2, name: 3, quantity: 4, price: 5 };
/** So many lines that what follows is not looked at to learn what the file is. */
const many = line('69000001', '1').repeat(40);
/** An emoji, which is two units of a text, of which the end of a quotation has room for one. */
const cut = `${'甲'.repeat(39)}👕丙`;

async function rehearsed(kind: ImportKind, content: string): Promise<ImportResult | null> {
  const { code, msg, result } = await office.upload(importer, { content });
  if (code !== 200) throw new Error(msg);
  const stop = await office.work();
  try {
    const options = kind === orders ? { warehouse_id } : {};
    const started = await office.ask(importer, kind.check, { file_id: result.id, mapping, options });
    if (started.code !== 200) throw new Error(started.msg);
    const task = await office.ended(importer, started.result.id);
    expect(task).toMatchObject({ status: taskStatus.done });
    return (await office.ask(importer, kind.result, { task_id: task.id })).result.result;
  } finally {
    await stop();
  }
}

describe.each([['goods', goods] as const, ['orders', orders] as const])('of a sheet of %s', (_what, kind) => {
  test.each([
    ['a cell that is cut in the middle of a character', line('69000002', cut), '数量不是整数'],
    ['a NUL in a code', line('6900\u00003', '1'), '不能保存的字符'],
    ['a NUL in a figure', line('69000004', '\0'), '不能保存的字符'],
  ])('%s makes that row a bad one', async (_cell, bad, words) => {
    const result = await rehearsed(kind, heading + many + bad);
    expect(result?.remarks.filter(({ what }) => what === '有误的行')).toEqual([
      expect.objectContaining({ row: 42, detail: expect.stringContaining(words) }),
    ]);
  });
});

test('an upload keeps a heading and a name that are cut in the middle of a character', async () => {
  const name = `${'甲'.repeat(115)}👕.csv`;
  const content = `${'甲'.repeat(119)}👕,数量\n1,2\n`;
  const answer = await office.upload(importer, { content, name });
  expect(answer).toMatchObject({ code: 200, result: { name: `${'甲'.repeat(115)}.csv` } });
  const started = await office.ask(importer, goods.start, { file_id: answer.result.id });
  expect(started).toMatchObject({ code: 200, result: { heading: ['甲'.repeat(119), '数量'] } });
});
