import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { styleOptionCalls } from '#contract/areas/goods/style-options.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { addColor } from '#tests/factories/goods.ts';
import { pieces } from '#tests/factories/shelf.ts';

// What forms of goods are filled in from: nothing of what the caller does not see, and the piece only with its own style.

const { db } = await testDatabase();
const house = openHouse(db);
let me: Actor;
let goods: { id: number; spu_id: number; brand_id: number }[];

beforeAll(async () => {
  me = await house.person('商品专员', ['spu:view', 'goods:view']);
  await addColor(db);
  const made = [...(await pieces(db)), ...(await pieces(db))];
  ({ rows: goods } = await sql<{ id: number; spu_id: number; brand_id: number }>`
    select k.id, k.spu_id, s.brand_id from sku k join spu s on s.id = k.spu_id where k.id = any(${made.map(({ id }) => id)}::bigint[]) order by k.id`.execute(
    db,
  ));
});

it('is refused without its key, of what there is not, of what is out of scope, and of a piece of another style', async () => {
  const [one, other] = goods;
  const spu_id = one?.spu_id ?? 0;
  const reader = await house.person('门店', []);
  await expect(house.ask(reader, styleOptionCalls.style, {})).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(house.ask(reader, styleOptionCalls.piece, { spu_id })).rejects.toMatchObject({ kind: 'forbidden' });
  const elsewhere = await house.person('别牌', ['spu:view', 'goods:view'], [{ brand: [999_999] }]);
  for (const by of [me, elsewhere]) {
    const id = by === me ? 999_999 : spu_id;
    await expect(house.ask(by, styleOptionCalls.style, { id })).rejects.toMatchObject({ kind: 'notFound' });
    await expect(house.ask(by, styleOptionCalls.piece, { spu_id: id })).rejects.toMatchObject({ kind: 'notFound' });
    await expect(house.ask(by, styleOptionCalls.sizes, { spu_id: id })).rejects.toMatchObject({ kind: 'notFound' });
  }
  expect(other?.spu_id).not.toBe(spu_id);
  await expect(house.ask(me, styleOptionCalls.piece, { spu_id, id: other?.id ?? 0 })).rejects.toMatchObject({
    kind: 'notFound',
  });
});

it('is what may be chosen, and the style or piece itself', async () => {
  const [one] = goods;
  const spu_id = one?.spu_id ?? 0;
  const style = await house.ask(me, styleOptionCalls.style, { id: spu_id });
  expect(style.brands.map(({ id }) => id)).toContain(one?.brand_id);
  expect([style.categories.length > 0, style.units.length > 0, style.spu?.['id']]).toEqual([true, true, spu_id]);
  expect((await house.ask(me, styleOptionCalls.style, {})).spu).toBeNull();
  const piece = await house.ask(me, styleOptionCalls.piece, { spu_id, id: one?.id ?? 0 });
  expect([piece.spu['id'], piece.sku?.['id'], piece.colors.length > 0]).toEqual([spu_id, one?.id, true]);
  const sizes = await house.ask(me, styleOptionCalls.sizes, { spu_id });
  expect(sizes.sizes).toEqual(piece.sizes);
});
