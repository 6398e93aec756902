import { beforeAll, expect, it } from 'vitest';
import { billPaperCall } from '#contract/areas/settlement/settle-calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { billLine } from '#tests/factories/settlement.ts';

// The paper of a check bill has its lines: of that bill alone, within data scope, without prices for who sees none.

let house: House;
let printer: Actor;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  printer = await house.person('打印人', ['checkBill:print', 'stock:costView']);
});

it('is refused without its key and of a bill out of sight', async () => {
  const { check_bill_id: id } = await billLine(house.db);
  const viewer = await house.person('旁人', ['checkBill:view']);
  await expect(house.ask(viewer, billPaperCall, { id })).rejects.toMatchObject({ kind: 'forbidden' });
  const limited: Actor = { ...printer, scope: [{ supplier: [999_999] }] };
  await expect(house.ask(limited, billPaperCall, { id })).rejects.toMatchObject({ kind: 'notFound' });
});

it('has the lines of the bill, with their goods named, and prices for who sees them', async () => {
  const [one, other] = [await billLine(house.db), await billLine(house.db)];
  const { list } = await house.ask(printer, billPaperCall, { id: one.check_bill_id });
  expect(list).toMatchObject([{ id: one.id, amount: 100, item_type: 1 }]);
  expect(list[0]).toHaveProperty('sku_id__title');
  expect(list.map(({ id }) => id)).not.toContain(other.id);
  const without: Actor = { ...printer, permissions: new Set(['checkBill:print']) };
  const [line] = (await house.ask(without, billPaperCall, { id: one.check_bill_id })).list;
  expect(line).not.toHaveProperty('amount');
  expect(line).not.toHaveProperty('price');
});
