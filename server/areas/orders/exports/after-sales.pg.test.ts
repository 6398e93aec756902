import { beforeAll, describe, expect, it } from 'vitest';
import { afterSales } from '#contract/areas/orders/exports.ts';
import { taskType } from '#contract/areas/tasks/task.ts';
import type { ScopeRule } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { reader, type Sheet, sheetOf } from '#tests/factories/export-rows.ts';
import { addOrder, addRefund, addService } from '#tests/factories/orders.ts';
import { addShop } from '#tests/factories/partners.ts';
import { type Piece, pieces, shelf } from '#tests/factories/shelf.ts';

const { db } = await testDatabase();
const at = (n: number): string => new Date(Date.parse('2026-01-01T00:00:00Z') + n * 86_400_000).toISOString();

describe('after-sales', () => {
  let goods: Piece[];
  let shops: number[];
  let warehouses: number[];

  beforeAll(async () => {
    goods = [...(await pieces(db, 2)), ...(await pieces(db, 1))];
    warehouses = [(await shelf(db)).id, (await shelf(db)).id];
    shops = [];
    for (const id of warehouses) shops.push(await addShop(db, { warehouse_id: id }));
    const [coat, jacket] = [goods[0], goods[2]] as [Piece, Piece];
    const sold = await addOrder(db, {
      order_no: 'SO-S',
      warehouse_id: warehouses[0] ?? 0,
      ordered_at: at(1),
      items: [{ sku_id: coat.id, qty: 3 }],
    });
    const where = { shop_id: shops[0], return_warehouse_id: warehouses[0] };
    const service = await addService(db, {
      service_no: 'SH-1',
      order_id: sold.id,
      applied_at: at(5),
      returned_at: at(6),
      ...where,
      lines: [{ sku_id: coat.id, order_item_id: sold.items[0], qty: 2 }, { sku_id: jacket.id }],
    });
    for (const [refund_no, status] of [
      ['TK-1', 6],
      ['TK-2', 4],
      ['TK-3', -1],
    ] as const)
      await addRefund(db, { refund_no, status, order_id: sold.id, service_id: service.id, refunded_at: at(7) });
    await addService(db, {
      service_no: 'SH-2',
      imported: true,
      source_service_no: 'C1',
      applied_at: at(9),
      shop_id: shops[1],
      lines: [{ sku_id: jacket.id }],
    });
    await addService(db, {
      service_no: 'SH-3',
      order_id: sold.id,
      applied_at: at(20),
      status: 1,
      lines: [{ sku_id: coat.id }],
    });
  });

  const services = async (payload: Record<string, unknown> = {}, actor = reader()): Promise<Sheet> =>
    await sheetOf(db, { type: taskType.orders, payload: { export_type: afterSales, ...payload }, actor });

  it('stand with the refund that was neither rejected nor cancelled, and without an order where nobody knows it', async () => {
    const shown = await services();
    expect(shown[0]).toEqual({
      售后单号: 'SH-1',
      订单号: 'SO-S',
      售后类型: '退货退款',
      状态: '已完成',
      申请时间: '2026-01-06 08:00',
      SKU编码: goods[0]?.sku_no,
      数量: 2,
      退款金额: '49.50',
      退货入库时间: '2026-01-07 08:00',
      退款单号: 'TK-2',
      退款时间: '2026-01-08 08:00',
    });
    expect(shown.map((row) => [row.售后单号, row.SKU编码])).toEqual([
      ['SH-1', goods[0]?.sku_no],
      ['SH-1', goods[2]?.sku_no],
      ['SH-2', goods[2]?.sku_no],
      ['SH-3', goods[0]?.sku_no],
    ]);
    expect(shown[2]).toMatchObject({ 订单号: null, 退款单号: null });
  });

  it('are filtered by the time of the application', async () => {
    const shown = await services({ os_start_time: at(9), os_end_time: at(19) });
    expect(shown.map((row) => row.售后单号)).toEqual(['SH-2']);
  });

  it('are limited by shop, warehouse and goods', async () => {
    const numbers = async (rule: ScopeRule): Promise<unknown[]> => [
      ...new Set((await services({}, reader({ scope: [rule] }))).map((row) => `${row.售后单号} ${row.SKU编码}`)),
    ];
    expect(await numbers({ shop: [shops[1] ?? 0] })).toEqual([`SH-2 ${goods[2]?.sku_no}`]);
    expect(await numbers({ warehouse: [warehouses[0] ?? 0], brand: [goods[2]?.brand_id ?? 0] })).toEqual([
      `SH-1 ${goods[2]?.sku_no}`,
    ]);
    expect(await numbers({ category: [goods[0]?.category_id ?? 0] })).toEqual([
      `SH-1 ${goods[0]?.sku_no}`,
      `SH-3 ${goods[0]?.sku_no}`,
    ]);
  });

  it('know their order unless they are imported history', async () => {
    await expect(addService(db, { imported: false, lines: [] })).rejects.toThrow(/order_service_known_check/);
  });
});
