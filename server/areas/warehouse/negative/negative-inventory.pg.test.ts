import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { manualLock } from '#contract/areas/warehouse/manual-lock.ts';
import { negativeInventory } from '#contract/areas/warehouse/negative-inventory.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { setConfig } from '#tests/factories/buying.ts';
import { allKeys, everybody, type Supplied, supplied } from '#tests/factories/returns.ts';
import { negativeRule, sell, takeBack } from '#tests/factories/sale.ts';
import { adjust } from '#tests/factories/stock.ts';

// Pieces that left and were not there: who lets them, what stands in the books until others take their place, and what that costs.

const calls = callsOf(negativeInventory);
const offset = transitionCall(negativeInventory, 'offset');

let house: House;
let people: Awaited<ReturnType<typeof everybody>>;
let head: Actor;
let goods: Supplied;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await everybody(house);
  head = await house.person('仓库主管', [...allKeys, 'Inventory:negativeView', 'Inventory:negativeOffset']);
});

beforeEach(async () => {
  goods = await supplied(house, people, [[3, 300]]);
});

afterEach(async () => {
  await setConfig(house, 'negative_auto_offset', 1);
  expect(await brokenInvariants(house.db)).toEqual([]);
});

interface Case {
  id: number;
  status: number;
  qty: number;
  open_qty: number;
  offset_qty: number;
  temp_cost: number;
  cost_diff: number;
  out_qty: number;
  cause: number;
  rule_id: number | null;
  source_no: string;
}

async function cases(): Promise<Case[]> {
  const { rows } = await sql<Case>`select * from negative_inventory where sku_id = ${goods.sku} order by id`.execute(
    house.db,
  );
  return rows;
}
async function stockNow() {
  const { rows } = await sql`
    select on_hand, locked, open_negative, cost_amount from stock_balance where warehouse_id = ${goods.warehouse} and sku_id = ${goods.sku} and imperfect_type = 0`.execute(
    house.db,
  );
  return rows[0];
}
const told = async (name: string) =>
  (
    await sql<{ payload: never }>`select payload from event_log where name = ${name} order by id desc limit 1`.execute(
      house.db,
    )
  ).rows[0]?.payload;

const sale = (qty: number, oversell?: 'ruled' | 'sold') =>
  sell(house, { warehouse: goods.warehouse, sku: goods.sku, qty, ...(oversell ? { oversell } : {}) });
const allow = (more = {}) => negativeRule(house, { warehouse: goods.warehouse, ...more });
const gain = (qty: number, more = {}) =>
  adjust(house, {
    people: { maker: people.buyer, judge: people.head },
    warehouse: goods.warehouse,
    type: adjustType.gain,
    lines: [{ sku_id: goods.sku, qty, ...more }],
  });
const byHand = (id: number, input: object, by = head) =>
  house.ask(by, offset, { id, remark: '盘点后核对', ...input } as never);

describe('goods stay at nothing', () => {
  it('for whoever does not say that more may leave, whatever rules say', async () => {
    await allow();
    await expect(sale(4)).rejects.toMatchObject({ kind: 'stockShort', field: 'lines' });
    await expect(
      adjust(house, {
        people: { maker: people.buyer, judge: people.head },
        warehouse: goods.warehouse,
        type: adjustType.loss,
        lines: [{ sku_id: goods.sku, qty: 4 }],
      }),
    ).rejects.toMatchObject({ kind: 'stockShort' });
    expect(await cases()).toEqual([]);
  });

  it('where no rule lets them, or the nearest says no, or it is switched off', async () => {
    await expect(sale(4, 'ruled')).rejects.toMatchObject({ kind: 'stockShort' });
    const rule = await allow();
    await negativeRule(house, {
      warehouse: goods.warehouse,
      allow_negative: false,
      sku_ids: sql`array[${goods.sku}]::bigint[]`,
    });
    await expect(sale(4, 'ruled')).rejects.toMatchObject({ kind: 'stockShort' });
    await sql`update stock_rule set status = 0 where id = ${rule}`.execute(house.db);
    await expect(sale(4, 'ruled')).rejects.toMatchObject({ kind: 'stockShort' });
    expect(await stockNow()).toMatchObject({ on_hand: 3, open_negative: 0 });
  });
});

describe('what is missing', () => {
  it('is a case with its cause, at the newest cost, and what is there is taken first', async () => {
    const rule = await allow();
    const sold = await sale(5, 'ruled');
    expect(await cases()).toMatchObject([
      { status: 1, qty: 2, open_qty: 2, out_qty: 5, temp_cost: 300, cause: 1, rule_id: rule, source_no: sold.no },
    ]);
    expect(await stockNow()).toEqual({ on_hand: -2, locked: 0, open_negative: 2, cost_amount: -600 });
    expect(await told('negativeOpened')).toMatchObject({
      cases: [{ source_id: sold.id, source_line_id: sold.line, qty: 2, temp_cost: 300 }],
    });
    const [made] = await cases();
    const shown = (await house.ask(head, calls.detail, { id: made?.id ?? 0 })) as unknown as Record<string, unknown>;
    expect(shown).toMatchObject({ qty: 2, lines: [], audit: [{ action: 'add', to_status: 1 }] });
    const { list } = await house
      .ask(people.head, callsOf(negativeInventory).list, { page: 1, page_size: 20 } as never)
      .catch(() => ({ list: 'refused' }));
    expect(list).toBe('refused');
  });

  it('leaves what was promised to others alone', async () => {
    await allow();
    const kept = await house.ask(people.head, callsOf(manualLock).add, {
      warehouse_id: goods.warehouse,
      reason: '留给样衣拍摄',
      lines: [{ sku_id: goods.sku, qty: 2 }],
    } as never);
    await sale(2, 'ruled');
    expect(await stockNow()).toMatchObject({ on_hand: 1, locked: 2, open_negative: 1 });
    // Let go, they take the place of what was missing.
    await house.ask(people.head, transitionCall(manualLock, 'unlock'), { id: kept.id, reason: '拍摄取消' });
    expect(await stockNow()).toMatchObject({ on_hand: 1, locked: 0, open_negative: 0 });
    expect(await cases()).toMatchObject([{ status: 3, offset_qty: 1 }]);
  });

  it('is taken up where a sale was made already, though no rule lets it', async () => {
    await sale(4, 'sold');
    expect(await cases()).toMatchObject([{ qty: 1, cause: 2, rule_id: null }]);
  });

  it('is offset by what comes in, the oldest first, with the difference of cost', async () => {
    await allow();
    const first = await sale(5, 'ruled');
    await sale(3, 'ruled');
    await goods.bring(4, 450);
    const [one, other] = await cases();
    expect([one, other]).toMatchObject([
      { status: 3, open_qty: 0, cost_diff: 300 },
      { status: 2, open_qty: 1, offset_qty: 2, cost_diff: 300 },
    ]);
    expect(await stockNow()).toEqual({ on_hand: -1, locked: 0, open_negative: 1, cost_amount: -300 });
    const event = (await told('negativeOffset')) as unknown as { offsets: Record<string, unknown>[] };
    expect(event.offsets).toMatchObject([
      {
        negative_id: one?.id,
        source_id: first.id,
        source_line_id: first.line,
        offset_type: 3,
        qty: 2,
        batch_cost: 900,
        temp_cost: 600,
        cost_diff: 300,
      },
      { negative_id: other?.id, qty: 2, cost_diff: 300 },
    ]);
    const { lines } = (await house.ask(head, calls.detail, { id: one?.id ?? 0 })) as unknown as { lines: unknown[] };
    expect(lines).toMatchObject([{ offset_type: 3, qty: 2, cost_amount: 900, cost_diff: 300 }]);
  });

  it('shrinks without a batch when sold pieces come back before others take their place', async () => {
    await allow();
    const sold = await sale(5, 'ruled');
    const [made] = await cases();
    await takeBack(house, { warehouse: goods.warehouse, sku: goods.sku, qty: 1, sale: sold, negative: made?.id ?? 0 });
    expect(await stockNow()).toEqual({ on_hand: -1, locked: 0, open_negative: 1, cost_amount: -300 });
    expect(await cases()).toMatchObject([{ status: 2, open_qty: 1, cost_diff: 0 }]);
    await expect(
      takeBack(house, { warehouse: goods.warehouse, sku: goods.sku, qty: 2, sale: sold, negative: made?.id ?? 0 }),
    ).rejects.toThrow(/not open/);
  });
});

describe('by hand', () => {
  beforeEach(async () => {
    await setConfig(house, 'negative_auto_offset', 0);
    await allow();
    await sale(5, 'ruled');
  });
  const open = async () => (await cases())[0]?.id ?? 0;

  it('is refused without the key, without a batch, with one of other goods, and for more than is open or there', async () => {
    await gain(1);
    const [batch] = await goods.batches();
    const id = await open();
    await expect(byHand(id, { offset_type: 1, qty: 1, stock_batch_id: batch?.id }, people.head)).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await expect(byHand(id, { offset_type: 1, qty: 1 })).rejects.toMatchObject({ field: 'stock_batch_id' });
    await expect(byHand(id, { offset_type: 1, qty: 0, stock_batch_id: batch?.id })).rejects.toMatchObject({
      field: 'qty',
    });
    await expect(byHand(id, { offset_type: 1, qty: 3, stock_batch_id: batch?.id })).rejects.toMatchObject({
      kind: 'invalid',
      field: 'qty',
    });
    await expect(byHand(id, { offset_type: 1, qty: 2, stock_batch_id: batch?.id })).rejects.toMatchObject({
      kind: 'stockShort',
      field: 'stock_batch_id',
    });
    const other = await supplied(house, people, [[5, 100]], { warehouse: goods.warehouse });
    const [elsewhere] = await other.batches();
    await expect(byHand(id, { offset_type: 1, qty: 1, stock_batch_id: elsewhere?.id })).rejects.toMatchObject({
      field: 'stock_batch_id',
    });
    expect(await cases()).toMatchObject([{ status: 1, open_qty: 2 }]);
  });

  it('takes the batch that was chosen, and says who did it and why', async () => {
    await gain(1);
    await goods.bring(3, 500);
    expect(await cases()).toMatchObject([{ status: 1, open_qty: 2 }]);
    const dear = (await goods.batches()).find(({ cost }) => cost === 1500);
    const id = await open();
    await byHand(id, { offset_type: 1, qty: 1, stock_batch_id: dear?.id });
    expect(await cases()).toMatchObject([{ status: 2, open_qty: 1, cost_diff: 200 }]);
    await byHand(id, { offset_type: 1, qty: 1, stock_batch_id: dear?.id });
    expect(await cases()).toMatchObject([{ status: 3, open_qty: 0, cost_diff: 400 }]);
    await expect(byHand(id, { offset_type: 1, qty: 1, stock_batch_id: dear?.id })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    const shown = (await house.ask(head, calls.detail, { id })) as unknown as { lines: unknown[]; audit: unknown[] };
    expect(shown.lines).toMatchObject([
      { offset_type: 1, admin_id: head.id, remark: '盘点后核对', cost_diff: 200 },
      { offset_type: 1, cost_diff: 200 },
    ]);
    expect(await told('negativeOffset')).toMatchObject({ offsets: [{ offset_type: 1, cost_diff: 200 }] });
  });

  it('takes what an adjustment brought, and no other', async () => {
    const elsewhere = await adjust(house, {
      people: { maker: people.buyer, judge: people.head },
      warehouse: goods.warehouse,
      type: adjustType.gain,
      lines: [{ sku_id: goods.sku, qty: 1, imperfect_type: 1 }],
    });
    const id = await open();
    await expect(byHand(id, { offset_type: 2, qty: 1, adjust_id: elsewhere })).rejects.toMatchObject({
      field: 'adjust_id',
    });
    const found = await gain(2);
    await byHand(id, { offset_type: 2, qty: 2, adjust_id: found });
    expect(await cases()).toMatchObject([{ status: 3 }]);
    expect(await stockNow()).toMatchObject({ on_hand: 0, open_negative: 0, cost_amount: 0 });
  });
});
