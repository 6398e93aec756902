import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { taskType } from '#contract/areas/tasks/task.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { reader, type Sheet, sheetOf } from '#tests/factories/export-rows.ts';
import { addPrice, hours } from '#tests/factories/prices.ts';
import { type Piece, pieces } from '#tests/factories/shelf.ts';

const { db } = await testDatabase();
const [styles, single] = [1, 2];
const tag = '99.00';
const [first, lasting, special, clearance] = [1, 2, 3, 4].map((price_type) => ({ price_type }));

type Given = Readonly<Record<string, unknown>> & { price: number };

const sheet = async (export_type: number, piece: Piece, on = db): Promise<Sheet> => {
  const payload = { export_type, product_type: 1, product_value: [piece.sku_no] };
  return await sheetOf(on, { type: taskType.goods, payload, actor: reader({ permissions: new Set() }) });
};
const priced = async (prices: readonly Given[]): Promise<Piece> => {
  const [piece] = await pieces(db, 1);
  for (const price of prices) await addPrice(db, { sku_id: (piece as Piece).id, ...price });
  return piece as Piece;
};

describe('the present price of a piece', () => {
  it.each<[string, Given[], string]>([
    ['the tag price where there is none', [], tag],
    ['one that holds, with an end to come', [{ price: 5000, expire_at: hours(1) }], '50.00'],
    ['one without an end', [{ price: 5000 }], '50.00'],
    ['one above the tag price', [{ price: 12_000 }], '120.00'],
    ['nothing that is over', [{ price: 5000, effective_at: hours(-2), expire_at: hours(-1) }], tag],
    ['nothing that has not begun', [{ price: 5000, effective_at: hours(1) }], tag],
    ['nothing of a district', [{ price: 5000, scope_type: 2, scope_value: '7' }], tag],
    ['nothing of a shop', [{ price: 5000, scope_type: 3, scope_value: '7' }], tag],
    ['nothing of a channel', [{ price: 5000, scope_type: 4, scope_value: '小程序' }], tag],
    [
      'a special one before a lasting one that began later',
      [
        { price: 4000, ...special, effective_at: hours(-9), expire_at: hours(9) },
        { price: 7000, ...lasting },
      ],
      '40.00',
    ],
    [
      'the lasting one again when the special one is over',
      [
        { price: 7000, ...lasting, effective_at: hours(-9) },
        { price: 4000, ...special, effective_at: hours(-2), expire_at: hours(-1) },
      ],
      '70.00',
    ],
    [
      'of two lasting ones the one that began last, whatever its type',
      [
        { price: 7000, ...first },
        { price: 6000, ...lasting, effective_at: hours(-9) },
      ],
      '70.00',
    ],
    [
      'of two passing ones the one that began last, whatever its type',
      [
        { price: 4500, ...special },
        { price: 3000, ...clearance, effective_at: hours(-9) },
      ],
      '45.00',
    ],
    [
      'of two that began at once the one that was written last',
      [
        { price: 3000, ...clearance, effective_at: '2026-01-01T00:00:00Z' },
        { price: 4500, ...special, effective_at: '2026-01-01T00:00:00Z' },
      ],
      '45.00',
    ],
  ])('is %s', async (_what, prices, yuan) => {
    const piece = await priced(prices);
    expect(await sheet(single, piece)).toMatchObject([{ SKU编码: piece.sku_no, 现售价: yuan }]);
    expect(await sheet(styles, piece)).toMatchObject([{ 现售价: yuan }]);
  });

  it('holds from its first instant on, and no longer at the last', async () => {
    const [begins, ends] = [await priced([{ price: 5000 }]), await priced([{ price: 5000 }])];
    await db.transaction().execute(async (tx) => {
      await sql`update sale_price set effective_at = now() where sku_id = ${begins.id}`.execute(tx);
      await sql`update sale_price set expire_at = now() where sku_id = ${ends.id}`.execute(tx);
      expect(await sheet(single, begins, tx)).toMatchObject([{ 现售价: '50.00' }]);
      expect(await sheet(single, ends, tx)).toMatchObject([{ 现售价: tag }]);
    });
  });
});

describe('the present price of a style', () => {
  it('is the lowest of its pieces, of which one without a price is sold at its tag', async () => {
    const [one, other, third] = (await pieces(db, 3)) as [Piece, Piece, Piece];
    await addPrice(db, { sku_id: one.id, price: 12_000 });
    await addPrice(db, { sku_id: other.id, price: 11_000 });
    expect(await sheet(styles, one)).toMatchObject([{ 现售价: tag, SKU数: 3 }]);
    await addPrice(db, { sku_id: third.id, price: 13_000 });
    expect(await sheet(styles, one)).toMatchObject([{ 现售价: '110.00', SKU数: 3 }]);
    expect((await sheet(single, other)).map((row) => row.现售价)).toEqual(['110.00']);
  });
});

describe('prices in the table', () => {
  // Of these goods alone: the tests above lay prices over one another to see which wins.
  const i39 = async ({ id }: Piece): Promise<unknown[]> =>
    (await brokenInvariants(db))
      .flatMap(({ rows }) => rows)
      .filter((row) => (row as { sku_id?: number }).sku_id === id);

  it.each<[string, Given]>([
    ['that end when they begin', { price: 1, effective_at: hours(0), expire_at: hours(-1) }],
    ['of everywhere that name a place', { price: 1, scope_value: '7' }],
  ])('are refused %s', async (_what, given) => {
    const [piece] = (await pieces(db, 1)) as [Piece];
    await expect(addPrice(db, { sku_id: piece.id, ...given })).rejects.toThrow('check constraint');
  });

  it('follow one another, and stand beside those of another type, scope and value', async () => {
    const at = { effective_at: hours(-2), expire_at: hours(2) };
    const piece = await priced([
      { price: 1, effective_at: hours(-4), expire_at: at.effective_at },
      { price: 2, ...at },
      { price: 3, effective_at: at.expire_at },
      { price: 4, ...at, ...special },
      { price: 5, ...at, scope_type: 3, scope_value: '7' },
      { price: 6, ...at, scope_type: 3, scope_value: '8' },
    ]);
    expect(await i39(piece)).toEqual([]);
  });

  it.each<[string, Given[]]>([
    ['reach into the next', [{ price: 1, effective_at: hours(-4), expire_at: hours(-2) }]],
    ['never end', [{ price: 1, effective_at: hours(-4) }]],
    ['hold others between them', [{ price: 1, effective_at: hours(-4), expire_at: hours(9) }]],
  ])('are found by I39 where they %s', async (_what, prices) => {
    const piece = await priced([...prices, { price: 2, effective_at: hours(-3), expire_at: hours(3) }]);
    expect(await i39(piece)).toMatchObject([{ sku_id: piece.id }]);
  });
});
