import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { bills, owedItem } from '#tests/factories/settlement.ts';

// What the calls that add figures up tell somebody who may see one supplier alone.

let house: House;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
});

describe('figures of suppliers', () => {
  it('are those within the caller’s data scope', async () => {
    const own = await owedItem(house.db, { item_type: 1 });
    const other = await owedItem(house.db, { item_type: 1 });
    const limited = await house.person('限定', ['checkBill:view', 'stock:costView'], [{ supplier: [own.supplier_id] }]);
    expect(await house.ask(limited, bills.waitCount, {})).toMatchObject({ wait_count: 1, wait_amount: 100 });
    const month = { co_model: 1, period_from: '2026-03-01', period_to: '2026-03-31' };
    expect(await house.ask(limited, bills.addView, { supplier_id: own.supplier_id, ...month })).toMatchObject({
      totals: [{ item_type: 1, count: 1, amount: 100 }],
    });
    expect(await house.ask(limited, bills.addView, { supplier_id: other.supplier_id, ...month })).toMatchObject({
      totals: [],
    });
  });
});
