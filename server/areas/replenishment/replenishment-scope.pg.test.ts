import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { addDepartment, addShop } from '#tests/factories/partners.ts';
import { batches, network } from '#tests/factories/replenishment.ts';

// What stands beside a matrix, for whoever sees a part of it (I60).

let house: House;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
});

it('shows nothing of warehouses and goods outside, and reads them as none', async () => {
  const net = await network(house, { stock: [10, 10] });
  const [mine, others] = net.receivers;
  await net.bring(mine ?? 0, [1, 1]);
  await net.bring(others ?? 0, [1, 1]);
  const [seen, hidden] = net.goods;
  const local = { ...net.planner, scope: [{ warehouse: [net.sender, mine ?? 0], brand: [seen?.brand_id ?? 0] }] };
  await sql`
    with b as (insert into brand (name, status) values ('别家', 1) returning id) update sku set brand_id = b.id from b where sku.id = ${hidden?.id}`.execute(
    house.db,
  );
  const asked = { in_warehouse_ids: [...net.receivers], sku_ids: net.goods.map(({ id }) => id) };
  const view = await house.ask(local, batches.addView, { out_warehouse_id: net.sender, ...asked });
  expect(view.goods.map(({ sku_id }) => sku_id)).toEqual([seen?.id]);
  expect(view.shelves.map(({ warehouse_id }) => warehouse_id)).toEqual([mine]);
  await expect(house.ask(local, batches.addView, { out_warehouse_id: others ?? 0, ...asked })).rejects.toMatchObject({
    kind: 'notFound',
  });
  const { rows } = await sql<{ warehouse_no: string }>`
    select warehouse_no from warehouse where id in (${mine}, ${others}) order by id`.execute(house.db);
  const row = (code: string | undefined, place: number) => ({
    code: code ?? '',
    to: rows[place]?.warehouse_no ?? '',
    qty: '1',
  });
  const read = await house.ask(local, batches.import, {
    rows: [row(seen?.sku_no, 0), row(seen?.sku_no, 1), row(hidden?.sku_no, 0)],
  });
  expect(read.lines).toHaveLength(1);
  expect(read.errors.map((one) => one.row)).toEqual([2, 3]);
});

it('finds the shops of a district and those below it, those that are open and inside, never the sender', async () => {
  const net = await network(house, { receivers: 4, stock: [10] });
  const [first = 0, second = 0, closed = 0, elsewhere = 0] = net.receivers;
  const district = await addDepartment(house.db, 3);
  const below = await addDepartment(house.db, 3);
  await sql`update organize set parent_id = ${district} where id = ${below}`.execute(house.db);
  await addShop(house.db, { warehouse_id: net.sender, district_id: district, status: 1 });
  await addShop(house.db, { warehouse_id: first, district_id: district, status: 1 });
  await addShop(house.db, { warehouse_id: second, district_id: below, status: 1 });
  await addShop(house.db, { warehouse_id: closed, district_id: district, status: 3 });
  await addShop(house.db, { warehouse_id: elsewhere, status: 1 });
  const found = async (by: typeof net.planner, asked: { district_id?: number }) => {
    const { list, total } = await house.ask(by, batches.receivers, { out_warehouse_id: net.sender, ...asked });
    expect(total).toBe(list.length);
    return list.map(({ id }) => id);
  };
  expect(await found(net.planner, { district_id: district })).toEqual([first, second]);
  expect(await found(net.planner, { district_id: below })).toEqual([second]);
  expect(await found(net.planner, {})).toEqual([first, second, elsewhere]);
  const local = { ...net.planner, scope: [{ warehouse: [net.sender, second] }] };
  expect(await found(local, {})).toEqual([second]);
  await expect(house.ask(net.planner, batches.receivers, { district_id: 0 })).rejects.toMatchObject({
    field: 'district_id',
  });
});
