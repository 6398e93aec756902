import { beforeAll, expect, it } from 'vitest';
import { auditSearchCall } from '#contract/areas/ops/audit.ts';
import { adjustType, stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { anyone } from '#tests/factories/office.ts';
import { type Piece, pieces, shelf } from '#tests/factories/shelf.ts';
import { adjustment, stockPeople } from '#tests/factories/stock.ts';

// What the history says of changed lines: which goods, what was, what is; to everybody only what they may see.

let house: House;
let maker: Actor;
let goods: Piece[];

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  ({ maker } = await stockPeople(house));
  goods = [...(await pieces(house.db, 3)), ...(await pieces(house.db, 1))];
});

const { calls } = adjustment;
const called = (index: number) => `${goods[index]?.sku_no} ${goods[index]?.name}`;

/** An adjustment of the first two goods, as it is to be edited. */
async function drafted() {
  const { id } = await house.ask(maker, calls.add, {
    warehouse_id: (await shelf(house.db)).id,
    adjust_type: adjustType.gain,
    reason: '找到',
    lines: [0, 1].map((index) => ({ sku_id: goods[index]?.id, qty: 3 })) as never,
  });
  const { lines, version } = await house.ask(maker, calls.detail, { id });
  return { id, version, lines: lines.map((line) => ({ id: line.id, sku_id: line.sku_id, qty: line.qty })) };
}

const lastOf = async (id: number, actor: Actor = maker) => {
  const { audit } = await house.ask(actor, calls.detail, { id });
  return audit.at(-1)?.changes?.lines;
};

it('names the goods of lines that were changed, added and taken away', async () => {
  const { id, version, lines } = await drafted();
  const [first] = lines;
  await house.ask(maker, calls.edit, {
    id,
    version,
    lines: [
      { ...first, qty: 5 },
      { sku_id: goods[2]?.id, qty: 1, imperfect_type: 1 },
    ] as never,
  });
  expect(await lastOf(id)).toEqual({
    before: [expect.stringContaining(`${called(0)}：`), expect.stringContaining(called(1)), ''],
    after: [
      expect.stringMatching(new RegExp(`^${called(0)}：.*5$`)),
      `${called(1)} 已删除`,
      expect.stringContaining(`新增 ${called(2)}`),
    ],
  });
});

it('of one line that is sent alone only that one; of lines that stay as they are nothing', async () => {
  const { id, version, lines } = await drafted();
  await house.ask(maker, calls.edit, {
    id,
    version,
    line_changes: { put: [{ ...lines[1], qty: 4 }] as never, remove: [] },
  });
  expect(await lastOf(id)).toMatchObject({ after: [expect.stringMatching(new RegExp(`^${called(1)}：.*4$`))] });
  await house.ask(maker, calls.edit, {
    id,
    version: version + 1,
    reason: '又找到',
    line_changes: { put: [{ ...lines[1], qty: 4 }] as never, remove: [] },
  });
  expect(await lastOf(id)).toBeUndefined();
});

it('does not name goods outside the data scope of who reads, in the history or in the search over all', async () => {
  const { id, version } = await drafted();
  await house.ask(maker, calls.edit, {
    id,
    version,
    line_changes: { put: [{ sku_id: goods[3]?.id, qty: 2 }] as never, remove: [] },
  });
  const scope = [{ brand: [goods[0]?.brand_id ?? 0] }];
  const words = JSON.stringify(await lastOf(id, { ...maker, scope }));
  expect(words).toContain('无权查看的货品');
  expect(words).not.toContain(goods[3]?.sku_no);
  const asked = { doc_type: stockAdjustment.name, action: 'edit', page_size: 1 };
  const search = async (actor: Actor) => JSON.stringify((await house.ask(actor, auditSearchCall, asked)).list);
  expect(await search(anyone())).toContain(`新增 ${called(3)}`);
  expect(await search(anyone({ scope }))).not.toContain(goods[3]?.sku_no);
});
