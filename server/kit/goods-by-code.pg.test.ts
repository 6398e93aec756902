import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '#server/identity/actor.ts';
import { createLog } from '#server/platform/log.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type Piece, pieces } from '#tests/factories/shelf.ts';
import { goodsByCode, namedGoods, whyNoGoods } from './goods-by-code.ts';
import { readQuantityRows } from './read-quantity-rows.ts';

let db: Kysely<unknown>;
let one: Piece;
let other: Piece;
beforeAll(async () => {
  ({ db } = await testDatabase());
  [one, other] = (await pieces(db, 2)) as [Piece, Piece];
  const codes = [
    [one.id, '036000291452'],
    [other.id, '0012345678905'],
    [other.id, '6.93E+12'],
    [other.id, one.sku_no],
  ] as const;
  for (const [id, code] of codes)
    await sql`insert into sku_barcode (sku_id, barcode, is_main) values (${id}, ${code}, false)`.execute(db);
});

const context = () => ({ db, actor: systemActor, now: new Date(), log: createLog({ level: 'silent' }) }) as never;
const found = async (code: string, first?: 'barcode') =>
  (await sql<{ sku_id: number }>`${goodsByCode([code], first)}`.execute(db)).rows.map(({ sku_id }) => sku_id);

describe('a row of a sheet is refused', () => {
  test.each([
    ['6.93E+12', '2', '货品编码“6.93E+12”已被表格软件变成科学计数，请把该列设为文本后重新填写'],
    ['6901234560024.0', '2', '货品编码“6901234560024.0”已被表格软件当作小数，请把该列设为文本后重新填写'],
    ['#N/A', '2', '货品编码“#N/A”是表格公式的错误值，请填写实际编码'],
    ['', '2', '缺少货品编码'],
    ['S-NONE', '2', '找不到货品 S-NONE'],
    ['036000291452', '1,5', '数量“1,5”不正确，应为 1 到 999999 的整数'],
  ])('%j × %j', async (code, qty, words) => {
    expect(await readQuantityRows(context(), [{ code, qty }])).toEqual({ read: [], errors: [{ row: 1, words }] });
  });

  test('where it is the same goods in another spelling', async () => {
    const rows = ['036000291452', '0036000291452', one.barcode].map((code) => ({ code, qty: '1,000' }));
    expect(await readQuantityRows(context(), rows)).toMatchObject({
      read: [{ row: 1, sku_id: one.id, qty: 1000 }],
      errors: [
        { row: 2, words: '与第 1 行是同一货品' },
        { row: 3, words: '与第 1 行是同一货品' },
      ],
    });
  });
});

test('UPC-A and EAN-13 with a leading 0 name the same goods, whichever is saved', async () => {
  expect(await found('0036000291452')).toEqual([one.id]);
  expect(await found('036000291452')).toEqual([one.id]);
  expect(await found('012345678905')).toEqual([other.id]);
  expect(await found('12345678905')).toEqual([]);
});

test('who types means a number first, who scans a barcode', async () => {
  expect(await found(one.sku_no)).toEqual([one.id]);
  expect(await found(one.sku_no, 'barcode')).toEqual([other.id]);
});

test('a spoilt code names nobody, although goods were once saved with it', async () => {
  expect(await namedGoods(context(), [{ code: '6.93E+12' }])).toEqual(new Map());
  expect(whyNoGoods('6.93E+12')).toContain('科学计数');
});
