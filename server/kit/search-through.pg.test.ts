import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { inventoryStream } from '#contract/areas/warehouse/inventory-stream.ts';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { definitions } from '#contract/definitions.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { type Piece, pieces, shelf } from '#tests/factories/shelf.ts';
import { openingStock, stockPeople } from '#tests/factories/stock.ts';
import { foundThrough } from './search-through.ts';

let house: House;
let goods: Piece[];
let buyer: Actor;
const keys = ['goods:view', 'spu:view', 'stock:view', 'Inventory:streamView'];

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  goods = [...(await pieces(house.db, 2)), ...(await pieces(house.db))];
  const [first] = goods;
  await sql`insert into sku_barcode (sku_id, barcode, is_main) values (${first?.id}, 'SECOND-1', false)`.execute(
    house.db,
  );
  const place = await shelf(house.db);
  const lines = goods.map(({ id }) => ({ sku_id: id, qty: 3 }));
  await openingStock(house, { people: await stockPeople(house), warehouse: place.id, lines });
  buyer = await house.person('采购', keys);
});

async function found(definition: AnyDefinition, keyword: string, actor = buyer): Promise<unknown[]> {
  const { list } = await house.ask(actor, callsOf(definition).list, { keyword, page_size: 500 });
  return list.map((row) => row[definition === spu ? 'name' : definition === sku ? 'sku_no' : 'sku_id__title']);
}

describe('the search box', () => {
  it('finds nothing of goods outside the data scope', async () => {
    const limited = await house.person('限定', keys, [{ brand: [goods[2]?.brand_id ?? 0] }]);
    for (const definition of [stock, inventoryStream, sku, spu])
      expect(await found(definition, 'SECOND-1', limited)).toEqual([]);
  });

  it.each([
    ['a SKU code', () => goods[0]?.sku_no ?? ''],
    ['a main barcode', () => goods[0]?.barcode ?? ''],
    ['another barcode', () => 'SECOND-1'],
  ])('finds goods, their style, their stock and its movements by %s', async (_what, code) => {
    for (const definition of [stock, inventoryStream, sku])
      expect(await found(definition, code())).toEqual([goods[0]?.sku_no]);
    expect(await found(spu, code())).toHaveLength(1);
  });

  it('finds them by a part of the code and by the name as well, and takes wildcards literally', async () => {
    const style = (goods[0]?.sku_no ?? '').replace(/-1$/, '');
    for (const definition of [stock, inventoryStream, sku]) {
      expect(await found(definition, style)).toHaveLength(2);
      expect(await found(definition, '商品')).toHaveLength(3);
      expect(await found(definition, '%')).toEqual([]);
    }
  });

  it('of every definition leads somewhere', async () => {
    for (const definition of definitions) expect(() => foundThrough(definition, 'x')).not.toThrow();
  });
});
