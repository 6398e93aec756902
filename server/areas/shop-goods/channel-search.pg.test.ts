import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { channelSearch } from '#contract/areas/shop-goods/channel-search.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { addShop } from '#tests/factories/partners.ts';
import { shelf } from '#tests/factories/shelf.ts';

// Where goods are sold: shops within the data scope of whoever asks, and channels of other kinds, by kind and words.

const { db } = await testDatabase();
const house = openHouse(db);

it('is refused of a kind there is not, and shows no shop out of scope', async () => {
  const me = await house.person('商品专员', []);
  await expect(house.ask(me, channelSearch, { sale_channel_type: 'market' } as never)).rejects.toMatchObject({
    kind: 'invalid',
    field: 'sale_channel_type',
  });
  const [one, other] = [
    await addShop(db, { warehouse_id: (await shelf(db)).id }),
    await addShop(db, { warehouse_id: (await shelf(db)).id }),
  ];
  const { rows } = await sql<{
    id: number;
    shop_no: string;
    name: string;
  }>`select id, shop_no, name from shop where id in (${one}, ${other}) order by id`.execute(db);
  const all = await house.ask(me, channelSearch, { sale_channel_type: 'shop' });
  expect(all.list).toEqual(
    expect.arrayContaining(rows.map(({ shop_no, name }) => ({ type: 'shop', value: shop_no, name }))),
  );
  const limited = await house.person('店长', [], [{ shop: [one] }]);
  const seen = await house.ask(limited, channelSearch, { sale_channel_type: 'shop' });
  expect(seen.list.map(({ value }) => value)).toEqual([rows[0]?.shop_no]);
});

it('finds channels that goods were pushed to, by kind and by words', async () => {
  const me = await house.person('运营', []);
  await sql`
    insert into goods_push (push_no, sale_channel_type, sale_channel_values, status) values ('TS1', 'mall', '{小程序,H5}', 3), ('TS2', 'platform', '{天猫}', 3), ('TS3', 'mall', '{小程序}', 3)`.execute(
    db,
  );
  const of = async (asked: object) =>
    (await house.ask(me, channelSearch, asked as never)).list.map(({ type, value }) => [type, value]);
  expect(await of({ sale_channel_type: 'mall' })).toEqual([
    ['mall', null],
    ['mall', '小程序'],
    ['mall', 'H5'],
  ]);
  expect(await of({ sale_channel_type: 'mall', keyword: 'h5' })).toEqual([['mall', 'H5']]);
  expect(await of({ keyword: '天猫' })).toEqual([['platform', '天猫']]);
});
