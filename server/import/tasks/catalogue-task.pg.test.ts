import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { guessColumns } from '#contract/areas/tasks/import-columns.ts';
import { importForms, importKinds } from '#contract/areas/tasks/import-kinds.ts';
import type { ImportOptions, ImportResult } from '#contract/areas/tasks/imports.ts';
import { importType } from '#contract/areas/tasks/task.ts';
import { templateInfo } from '#contract/areas/tasks/templates.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { catalogueSheet, type Importer, importOffice } from '#tests/factories/imports.ts';

const database = await testDatabase();
const { db } = database;
const office = await importOffice(database);
const { [importType.goods]: goods } = importKinds;
const every = [
  goods.access,
  'brand:add',
  'category:add',
  'unit:add',
  'goods:add',
  'size:typeAdd',
  'size:typeEdit',
] as const;

const rows = ['S', 'M'].map((size, index) => ({
  style: 'TX01',
  code: `69000${index}`,
  name: '纯棉T恤',
  brand: '新牌',
  category: '女装/上装',
  color: '绿',
  size,
  price: '129',
}));

async function apply(by: Importer, options: ImportOptions): Promise<ImportResult> {
  const content = catalogueSheet(rows);
  const file_id = (await office.upload(by, { content, name: '目录.csv' })).result.id;
  const heading = content.split('\n')[0]?.replaceAll('"', '').split(',') ?? [];
  const mapping = guessColumns(importForms[importType.goods], heading);
  const { code, msg, result } = await office.ask(by, goods.apply, { file_id, mapping, options });
  if (code !== 200) throw new Error(msg);
  const stop = await office.work();
  await office.ended(by, result.id);
  await stop();
  const came = (await office.ask(by, goods.result, { task_id: result.id })).result.result;
  if (!came) throw new Error('nothing came of it');
  return came;
}
const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]?.n;

test('what there is not stands in the way, and is not made by somebody who may not make it', async () => {
  const clerk = await office.hire({ keys: [goods.access, 'brand:add'] });
  const refused = await apply(clerk, {});
  expect(refused).toMatchObject({ done: false, facts: [], counts: [{ what: '有误的行', rows: 2 }] });
  expect(refused.remarks[0]?.detail).toBe('没有品牌“新牌”；没有分类“女装/上装”；没有颜色“绿”');
  const asked = await apply(clerk, { make_missing: true });
  expect(asked.done).toBe(false);
  expect(asked.remarks[0]?.detail).toBe(
    '没有分类“女装/上装”，您没有新建它的权限（category:add）；没有颜色“绿”，您没有新建它的权限（goods:add）',
  );
  expect([await count('brand'), await count('spu'), await count('category')]).toEqual([0, 0, 0]);
});

test('somebody who may gets it made, by their own name, and told', async () => {
  const goodsPerson = await office.hire({ keys: every });
  const came = await apply(goodsPerson, { make_missing: true });
  expect(came).toMatchObject({ done: true, rows: 2 });
  expect(came.facts).toEqual([
    { label: '新增商品（款）', value: '1' },
    { label: '新增货品', value: '2' },
    { label: '新增条码', value: '2' },
    { label: '更新价格或名称', value: '0' },
    { label: '已有且不变', value: '0' },
    { label: '新建品牌', value: '1' },
    { label: '新建分类', value: '2' },
    { label: '新建颜色', value: '1' },
    { label: '新建尺码组', value: '1' },
    { label: '新建尺码', value: '2' },
  ]);
  const { rows: by } = await sql`
    select distinct created_by from (select created_by from brand union all select created_by from category union all select created_by from spu union all select created_by from sku) t`.execute(
    db,
  );
  expect(by).toEqual([{ created_by: goodsPerson.id }]);
  expect((await apply(goodsPerson, { make_missing: true })).facts).toContainEqual({ label: '已有且不变', value: '2' });
});

test('the template asks for what a catalogue has, and for nothing of order lines', async () => {
  const anybody = await office.hire({ keys: [goods.access] });
  const { columns } = (await office.ask(anybody, templateInfo, { tpl_code: 'spu_import' })).result;
  expect(columns.map(({ title }) => title)).toEqual([
    '条码',
    '商品名称',
    '单价',
    '款号',
    '品牌',
    '分类',
    '颜色',
    '尺码',
    '尺码组',
    '单位',
    '季节',
    '性别',
  ]);
});
