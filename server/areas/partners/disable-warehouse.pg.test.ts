import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { atOnce } from '#tests/factories/at-once.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { adjustment, stockPeople } from '#tests/factories/stock.ts';
import { type SheetPeople, sheetCalls, sheetPeople } from '#tests/factories/stocktake.ts';

// A warehouse that is switched off holds nothing, and nothing comes into it afterwards (domain.md §4.27).

const calls = callsOf(warehouse);
let house: House;
let stockers: { maker: Actor; judge: Actor };
let counters: SheetPeople;
let manager: Actor;
let place: { id: number };

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  stockers = await stockPeople(house);
  counters = await sheetPeople(house);
  manager = await house.person('仓储', [calls.status.access]);
});

beforeEach(async () => {
  place = await shelf(house.db);
});

const switchTo = (status: number, actor = manager) => house.ask(actor, calls.status, { ids: [place.id], status });

/** Goods that are found, not yet submitted. */
async function found(): Promise<{ id: number; no: string | null }> {
  const [goods] = await pieces(house.db);
  return await house.ask(stockers.maker, adjustment.calls.add, {
    warehouse_id: place.id,
    adjust_type: adjustType.gain,
    reason: '测试',
    lines: [{ sku_id: goods?.id ?? 0, qty: 10 }] as never,
  });
}

const submit = (id: number) => house.ask(stockers.maker, adjustment.submit, { id });
const judge = (id: number, result: 1 | 2) =>
  house.ask(stockers.judge, adjustment.audit, { id, result, remark: '仓库停用' });
const planned = () =>
  house.ask(counters.lead, sheetCalls.add, { warehouse_id: place.id, take_type: 1, plan_date: '2026-03-02' } as never);
const start = (id: number) => house.ask(counters.lead, sheetCalls.start, { id });

describe('a warehouse is not switched off', () => {
  it('while goods that were found wait to be posted', async () => {
    const { id, no } = await found();
    await submit(id);
    await expect(switchTo(0)).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: expect.stringContaining(String(no)),
    });
    await judge(id, 2);
    await switchTo(0);
  });

  it('while it is counted', async () => {
    const { id, no } = await planned();
    await start(id);
    await expect(switchTo(0)).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: expect.stringContaining(String(no)),
    });
    await house.ask(counters.lead, sheetCalls.cancel, { id, reason: '改期' });
    await switchTo(0);
  });

  it('beside the submission of what was found', async () => {
    const { id } = await found();
    const both = await atOnce(house.db, sql`select 1 from warehouse where id = ${place.id} for update`, [
      () => submit(id).then(...told),
      () => switchTo(0).then(...told),
    ]);
    expect(both.toSorted()).toEqual(['done', 'illegalTransition']);
  });
});

const told = [() => 'done', (error: { kind: string }) => error.kind] as const;

/** As it may stand since before anybody asked what it waits for. */
const switchedOffBefore = () => sql`update warehouse set status = 0 where id = ${place.id}`.execute(house.db);

describe('a warehouse that is switched off', () => {
  it('is not counted', async () => {
    const { id } = await planned();
    await switchTo(0);
    await expect(start(id)).rejects.toMatchObject({ kind: 'illegalTransition', field: 'warehouse_id' });
  });

  it('takes none of what a count found', async () => {
    const { id } = await planned();
    await start(id);
    await sql`update stocktaking set status = 5 where id = ${id}`.execute(house.db);
    await switchedOffBefore();
    await expect(house.ask(counters.lead, sheetCalls.post, { id })).rejects.toMatchObject({
      kind: 'illegalTransition',
      field: 'warehouse_id',
    });
  });

  it('takes no goods, and lets go of those that wait for it', async () => {
    const { id } = await found();
    await switchTo(0);
    await expect(submit(id)).rejects.toMatchObject({ kind: 'illegalTransition', field: 'warehouse_id' });
    await switchTo(1);
    await submit(id);
    await switchedOffBefore();
    await expect(judge(id, 1)).rejects.toMatchObject({ kind: 'illegalTransition', field: 'warehouse_id' });
    await judge(id, 2);
  });
});
