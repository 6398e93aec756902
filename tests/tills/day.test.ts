import { expect, test } from 'vitest';
import { pushedOrder } from '#contract/areas/orders/order-push.ts';
import { dayOfTills } from './day.ts';

const asked = {
  shelves: ['001', '002'].map((shop_no) => ({
    shop_no,
    goods: [
      { sku_no: 'S1', price: 9900 },
      { sku_no: 'S2', price: 4900 },
    ],
  })),
  tills: 20,
  receipts: 30,
  seed: 7,
  now: new Date('2026-03-02T04:00:00Z'),
};

test('a day of tills is told the same for the same seed, whole, in part twice, and by late tills last', () => {
  const told = dayOfTills(asked);
  expect(dayOfTills(asked)).toEqual(told);
  for (const { receipt } of told) {
    expect(pushedOrder.safeParse(receipt).error).toBeUndefined();
    expect(receipt.ordered_at >= '2026-03-01T02:00:00.000Z' && receipt.ordered_at < '2026-03-01T14:00:00.000Z').toBe(
      true,
    );
  }
  const numbers = told.map(({ receipt }) => `${receipt.shop_no} ${receipt.source_order_no}`);
  expect(new Set(numbers).size).toBe(20 * 30);
  expect(told.filter(({ again }) => again).length).toBe(told.length - 600);
  expect(told.length).toBeGreaterThan(630);
  // Somebody tells of the morning after others have told of the evening.
  const times = told.map(({ receipt }) => receipt.ordered_at);
  expect(times).not.toEqual(times.toSorted());
});
