import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { taskType } from '#contract/areas/tasks/task.ts';
import type { Actor, ScopeRule } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { reader, type Sheet, sheetOf } from '#tests/factories/export-rows.ts';
import { person } from '#tests/factories/people.ts';
import { addArrival, addInbound, addPurchase, buyer, seller } from '#tests/factories/purchasing.ts';
import { type Piece, pieces, shelf } from '#tests/factories/shelf.ts';

const { db } = await testDatabase();
const [batches, details] = [1, 2];

interface Batch {
  no: string;
  goods: Piece[];
  [field: string]: unknown;
}

let made: Batch[];
let goods: Piece[];
let suppliers: number[];
let warehouses: number[];
let makers: Actor[];

const at = (n: number): string => new Date(Date.parse('2026-01-01T00:00:00Z') + n * 86_400_000).toISOString();
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

beforeAll(async () => {
  goods = [...(await pieces(db, 2)), ...(await pieces(db, 1)), ...(await pieces(db, 1))];
  suppliers = [await seller(db), await seller(db)];
  warehouses = [(await shelf(db)).id, (await shelf(db)).id];
  makers = [await person(db), await person(db)];
  const where = { supplier_id: suppliers[0] ?? 0, warehouse_id: warehouses[0] ?? 0 };
  const { id: purchaser_id } = await buyer(db);
  const purchase = await addPurchase(db, { ...where, purchase_no: 'CG-X', purchaser_id, lines: [] });
  const arrival = await addArrival(db, { ...where, arrival_no: 'YY-X' });
  made = [];
  for (let n = 0; n < 24; n += 1) {
    const given = {
      batch_no: `RK-${n}`,
      in_stock_no: n % 3 === 0 ? `IS-${n}` : null,
      status: pick([1, 2, 3, 4, 5, -1], n),
      warehouse_id: pick(warehouses, n),
      supplier_id: pick([...suppliers, null], n),
      created_by: pick(makers, Math.floor(n / 2)).id,
      created_at: at(n),
      into_time: n % 4 === 0 ? null : at(n + 3),
      purchase_id: n % 6 === 0 ? purchase.id : null,
      arrival_id: n % 6 === 1 ? arrival : null,
    };
    const wanted = n % 2 === 0 ? [pick(goods, n), pick(goods, n + 1)] : [pick(goods, n)];
    await addInbound(db, {
      ...given,
      plan_qty: 10,
      count_qty: 9,
      in_qty: 8,
      imperfect_qty: 1,
      in_amount: 12_345,
      lines: wanted.map(({ id }) => ({ sku_id: id, amount: 26_400, imperfect_type: 1, expire_at: '2027-01-31' })),
    });
    made.push({ ...given, no: given.batch_no, goods: wanted });
  }
});

const sheet = async (payload: Record<string, unknown>, actor = reader()): Promise<Sheet> =>
  await sheetOf(db, { type: taskType.inbound, payload, actor });

/** Both lists hold what they should: batches of which this is true, of some of their goods where it speaks of goods. */
async function expectKept(
  payload: Record<string, unknown>,
  keeps: (batch: Batch, piece: Piece) => boolean,
  { actor = reader(), whole = false } = {},
): Promise<void> {
  const rows = made.flatMap((batch) => batch.goods.map((piece) => ({ batch, piece })));
  const kept = rows.filter(({ batch, piece }) => keeps(batch, piece));
  expect([kept.length > 0, kept.length < rows.length]).toEqual([true, true]);
  expect((await sheet({ list_type: details, ...payload }, actor)).map((row) => `${row.批次号} ${row.SKU编码}`)).toEqual(
    kept.map(({ batch, piece }) => `${batch.no} ${piece.sku_no}`),
  );
  const shown = whole ? made : made.filter((batch) => kept.some((one) => one.batch === batch));
  expect((await sheet({ list_type: batches, ...payload }, actor)).map((row) => row.批次号)).toEqual(
    shown.map(({ no }) => no),
  );
}

describe('inbound batches and their lines', () => {
  it('are all there without a filter, and with every filter that means all', async () => {
    for (const list_type of [batches, details]) {
      const every = await sheet({ list_type });
      expect(every).toHaveLength(list_type === batches ? made.length : made.flatMap((one) => one.goods).length);
      expect(await sheet({ list_type, status_list: [0], w_ids: [], product_type: 4 })).toEqual(every);
    }
  });

  it.each<[string, () => Record<string, unknown>, (batch: Batch, piece: Piece) => boolean]>([
    ['w_ids', () => ({ w_ids: [warehouses[1]] }), (batch) => batch.warehouse_id === warehouses[1]],
    ['status_list', () => ({ status_list: [4, -1] }), ({ status }) => status === 4 || status === -1],
    ['admin_ids', () => ({ admin_ids: [makers[1]?.id] }), (batch) => batch.created_by === makers[1]?.id],
    [
      'created_at_start and created_at_end, both included',
      () => ({ created_at_start: at(2), created_at_end: at(7) }),
      (batch) => String(batch.created_at) >= at(2) && String(batch.created_at) <= at(7),
    ],
    [
      'into_time_start and into_time_end',
      () => ({ into_time_start: at(8), into_time_end: at(15) }),
      ({ into_time }) => into_time !== null && String(into_time) >= at(8) && String(into_time) <= at(15),
    ],
    ['brand_ids', () => ({ brand_ids: [goods[2]?.brand_id] }), (_batch, piece) => piece === goods[2]],
    ['category_ids', () => ({ category_ids: [goods[3]?.category_id] }), (_batch, piece) => piece === goods[3]],
    ['SKU', () => ({ product_type: 1, product_value: [goods[0]?.sku_no] }), (_batch, piece) => piece === goods[0]],
    ['barcode', () => ({ product_type: 3, product_value: [goods[1]?.barcode] }), (_batch, piece) => piece === goods[1]],
    [
      'the number of the batch',
      () => ({ purchase_ware_batch_type: 1, purchase_ware_batch_value: ['RK-5', 'RK-6'] }),
      ({ no }) => no === 'RK-5' || no === 'RK-6',
    ],
    [
      'the inbound number',
      () => ({ purchase_ware_batch_type: 2, purchase_ware_batch_value: ['IS-9'] }),
      ({ no }) => no === 'RK-9',
    ],
    [
      'the number of the purchase order',
      () => ({ purchase_ware_batch_type: 3, purchase_ware_batch_value: ['CG-X'] }),
      (batch) => batch.purchase_id !== null,
    ],
    [
      'the number of the appointment',
      () => ({ purchase_ware_batch_type: 4, purchase_ware_batch_value: ['YY-X'] }),
      (batch) => batch.arrival_id !== null,
    ],
  ])('are filtered by %s', async (_field, payload, keeps) => {
    await expectKept(payload(), keeps);
  });

  it.each<[string, () => ScopeRule, (batch: Batch, piece: Piece) => boolean, boolean]>([
    [
      'a warehouse',
      () => ({ warehouse: [warehouses[0] ?? 0] }),
      (batch) => batch.warehouse_id === warehouses[0],
      false,
    ],
    ['a supplier', () => ({ supplier: [suppliers[1] ?? 0] }), (batch) => batch.supplier_id === suppliers[1], false],
    ['a brand: the lines', () => ({ brand: [goods[2]?.brand_id ?? 0] }), (_batch, piece) => piece === goods[2], true],
    [
      'a category: the lines',
      () => ({ category: [goods[3]?.category_id ?? 0] }),
      (_b, piece) => piece === goods[3],
      true,
    ],
  ])('are limited to %s of the person', async (_what, rule, keeps, whole) => {
    await expectKept({}, keeps, { actor: reader({ scope: [rule()] }), whole });
  });

  it('show no prices to who may not see costs', async () => {
    const poor = reader({ permissions: new Set() });
    expect(Object.keys((await sheet({ list_type: batches }, poor))[0] ?? {})).not.toContain('入库金额');
    const [line = {}] = await sheet({ list_type: details }, poor);
    expect(Object.keys(line)).not.toEqual(expect.arrayContaining(['进价']));
    expect(Object.keys(line)).not.toEqual(expect.arrayContaining(['金额']));
  });

  it('stand under the headings, in words and yuan', async () => {
    const asked = { purchase_ware_batch_type: 1, purchase_ware_batch_value: ['RK-6'] };
    const [supplier, warehouse] = await Promise.all([
      nameOf('supplier', suppliers[0]),
      nameOf('warehouse', warehouses[0]),
    ]);
    expect(await sheet({ list_type: batches, ...asked })).toEqual([
      {
        批次号: 'RK-6',
        入库单号: 'IS-6',
        预约单号: null,
        采购单号: 'CG-X',
        供应商: supplier,
        仓库: warehouse,
        状态: '待清点',
        应收数量: 10,
        清点数量: 9,
        入库数量: 8,
        残次数量: 1,
        入库金额: '123.45',
        创建时间: '2026-01-07 08:00',
        入库时间: '2026-01-10 08:00',
        创建人: makers[1]?.nickname,
      },
    ]);
    const { sku_no, barcode } = goods[2] as Piece;
    expect((await sheet({ list_type: details, ...asked }))[0]).toEqual({
      批次号: 'RK-6',
      入库单号: 'IS-6',
      SKU编码: sku_no,
      条码: barcode,
      商品名称: sku_no.replace(/^S-(.*)-.*/, '商品 $1'),
      颜色: '黑',
      尺码: '1',
      应收: 10,
      清点: 10,
      入库: 10,
      品级: '轻残(可折价)',
      进价: '33.00',
      金额: '264.00',
      到期日期: '2027-01-31',
      仓库: warehouse,
      入库时间: '2026-01-10 08:00',
    });
  });
});

async function nameOf(table: string, id: number | undefined): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} where id = ${id}`.execute(db);
  return rows[0]?.name;
}
