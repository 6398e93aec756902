import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import { size } from '#contract/areas/goods/size.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Database } from '#server/database/connect.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { addColor, addSizeType, addSpu } from '#tests/factories/goods.ts';
import { type Office, officeOf } from '#tests/factories/office.ts';

const many = limits.pageSizeMost + 100;
let database: Database;
let office: Office;
const ids: Record<'brand' | 'size' | 'sku', number[]> = { brand: [], size: [], sku: [] };

beforeAll(async () => {
  database = await testDatabase();
  office = officeOf(database.db);
  const [spuId, colorId, typeId] = [await addSpu(office), await addColor(database.db), await addSizeType(database.db)];
  await sql`insert into brand (name) select '同名品牌' || n from generate_series(1, ${many}::int) n`.execute(
    database.db,
  );
  await sql`
    insert into size (size_type_id, name, code) select ${typeId}, n, n from generate_series(1, ${many}::int) n`.execute(
    database.db,
  );
  await sql`
    insert into sku (sku_no, spu_id, color_value_id, size_id, tag_price)
    select 'SKU' || s.id, ${spuId}, ${colorId}, s.id, 1 from size s where s.size_type_id = ${typeId}`.execute(
    database.db,
  );
  for (const name of ['brand', 'size', 'sku'] as const) {
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(name)}`.execute(database.db);
    ids[name] = rows.map((row) => row.id);
  }
});

// `sku` and `size` ask by queries of their own.
describe.each([brand, size, sku])('$label', (definition) => {
  const { options } = callsOf(definition);
  const idsOf = () => ids[definition.name as keyof typeof ids];

  test('tells what all known ids are called, however many of them', async () => {
    expect(idsOf().length).toBeGreaterThanOrEqual(many);
    const { list } = await office.call(options, { ids: idsOf() });
    expect(new Set(list.map(({ id }) => id))).toEqual(new Set(idsOf()));
  });

  test('offers no more than a page of what is asked for otherwise', async () => {
    expect((await office.call(options, {})).list).toHaveLength(limits.pageSizeMost);
    expect((await office.call(options, { page_size: 7 })).list).toHaveLength(7);
  });
});

test('finds a size by each of many pasted names', async () => {
  const texts = Array.from({ length: many }, (_, at) => String(at + 1));
  const { list } = await office.call(callsOf(size).options, { texts });
  expect(new Set(list.map(({ text }) => text))).toEqual(new Set(texts));
});
