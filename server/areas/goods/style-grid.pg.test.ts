import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { styleGridCall } from '#contract/areas/goods/style-grid.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { pieces } from '#tests/factories/shelf.ts';

let house: House;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
});

it('shows styles in the order of their colours and sizes, found by themselves or by their goods, within what one sees', async () => {
  const [goods, others] = [await pieces(house.db, 3), await pieces(house.db)];
  // Hung the other way round than they were made, and one of them off.
  await sql`update size z set "order" = 10 - k.id % 10 from sku k where k.size_id = z.id and k.id = any(${goods.map(({ id }) => id)}::bigint[])`.execute(
    house.db,
  );
  await sql`update sku set status = 2 where id = ${goods[1]?.id}`.execute(house.db);
  const person = await house.person('采购员', []);
  const { list } = await house.ask(person, styleGridCall, { sku_ids: [goods[0]?.id ?? 0] });
  expect(list).toHaveLength(1);
  const [grid] = list;
  const { rows } = await sql<{ id: number }>`
    select z.id from size z join sku k on k.size_id = z.id where k.id = any(${goods.map(({ id }) => id)}::bigint[]) order by z."order", z.id`.execute(
    house.db,
  );
  expect(grid?.sizes.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(grid?.cells.find(({ sku_id }) => sku_id === goods[1]?.id)).toMatchObject({ enabled: false });
  const both = { spu_ids: [grid?.spu_id ?? 0], sku_ids: [others[0]?.id ?? 0] };
  expect((await house.ask(person, styleGridCall, both)).list).toHaveLength(2);
  const near = await house.person('采购员', [], [{ brand: [goods[0]?.brand_id ?? 0] }]);
  expect((await house.ask(near, styleGridCall, both)).list.map(({ spu_id }) => spu_id)).toEqual([grid?.spu_id]);
});
