import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookingRule } from '#contract/areas/finance/booking-rule.ts';
import { ruleCalls } from '#contract/areas/finance/rule-calls.ts';
import { ruleChange } from '#contract/areas/finance/rule-change.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { bookedFor } from '#tests/factories/costs.ts';
import { atDock, type DockPeople, dockPeople, receiveWhole } from '#tests/factories/inbound.ts';
import { pieces } from '#tests/factories/shelf.ts';
import { adjust } from '#tests/factories/stock.ts';
import { subject } from '#tests/factories/vouchers.ts';

// Rules of vouchers: what may not be proposed, who approves, what a trial shows within a data scope, and that events follow from then on.

let db: Kysely<unknown>;
let house: House;
let maker: Actor;
let judge: Actor;
let people: DockPeople;
/** 领用: 借 6601 by the reverse side of 1405. */
let rule: number;

const keys = ['voucherView', 'ruleSave', 'ruleAudit'].map((verb) => `statement:${verb}`);

beforeAll(async () => {
  ({ db } = await testDatabase());
  house = openHouse(db);
  [maker, judge] = [await house.person('会计', keys), await house.person('财务经理', keys)];
  people = await dockPeople(house);
  rule = await ruleOf('stockDiffered', 'ownUse');
});
afterAll(async () => {
  expect(await brokenInvariants(db)).toEqual([]);
});

const { add, list, detail } = callsOf(ruleChange);
const audit = transitionCall(ruleChange, 'audit');

async function ruleOf(event: string, part: string): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`select id from voucher_rule where event = ${event} and part = ${part}`.execute(db);
  return rows[0]?.id ?? 0;
}

const propose = async (debit: string, credit: string, more: object = {}, by = maker): Promise<number> => {
  const [debit_id, credit_id] = [await subject(db, debit), await subject(db, credit)];
  const asked = { rule_id: rule, debit_id, credit_id, change_reason: '领用记管理费用', ...more };
  return (await house.ask(by, add, asked as never)).id;
};

/** Pieces of a receipt taken for the company's own use, and the number that was booked. */
async function takeForOwnUse(): Promise<[string, number, number][]> {
  const [{ id: sku_id } = { id: 0 }] = await pieces(db);
  const dock = await atDock(db, { lines: [{ sku_id, qty: 10, price: 1130, rate: 1300 }] });
  await receiveWhole(house, { people, arrival: dock.arrival });
  const adjustKeys = ['Inventory:adjustView', 'Inventory:adjustAdd', 'Inventory:adjustAudit', 'stock:view'];
  const [one, other] = [await house.person('制单', adjustKeys), await house.person('审核', adjustKeys)];
  const id = await adjust(house, {
    people: { maker: one, judge: other },
    warehouse: dock.warehouse,
    type: adjustType.ownUse,
    lines: [{ sku_id, qty: 2 }],
  });
  const { rows } = await sql<{ no: string }>`select adjust_no as no from stock_adjustment where id = ${id}`.execute(db);
  return await bookedFor(db, rows[0]?.no ?? '');
}

describe('a change of a rule', () => {
  it('is refused where nothing changes, on subjects that others stand below, that are off, and that are held against accounts', async () => {
    await expect(propose('1405', '6601')).rejects.toMatchObject({ kind: 'invalid', field: 'debit_id' });
    await expect(propose('1405', '2202')).rejects.toMatchObject({ field: 'credit_id' });
    await expect(propose('1002', '6601')).rejects.toMatchObject({ field: 'debit_id' });
    await expect(propose('1405', '2202.02')).rejects.toMatchObject({ field: 'credit_id' });
    await expect(propose('1405', '6602', { rule_id: 999_999 })).rejects.toMatchObject({ field: 'rule_id' });
    await sql`update account_subject set status = 0 where code = '6602'`.execute(db);
    await expect(propose('1405', '6602')).rejects.toMatchObject({ field: 'credit_id' });
    await sql`update account_subject set status = 1 where code = '6602'`.execute(db);
    await expect(propose('1405', '6602', {}, await house.person('看账', [keys[0] as string]))).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });

  it('stands alone, is approved by another, and books what happens from then on', async () => {
    expect(await takeForOwnUse()).toEqual([
      ['6601', 2000, 0],
      ['1405', 0, 2000],
    ]);
    const id = await propose('1405', '6602');
    await expect(propose('1405', '6711')).rejects.toMatchObject({ field: 'rule_id' });
    await expect(house.ask(maker, audit, { id, result: 1 } as never)).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await sql`update account_subject set status = 0 where code = '6602'`.execute(db);
    await expect(house.ask(judge, audit, { id, result: 1 } as never)).rejects.toMatchObject({ kind: 'invalid' });
    await sql`update account_subject set status = 1 where code = '6602'`.execute(db);
    expect((await takeForOwnUse())[0]).toEqual(['6601', 2000, 0]);
    await house.ask(judge, audit, { id, result: 1 } as never);
    expect(await takeForOwnUse()).toEqual([
      ['6602', 2000, 0],
      ['1405', 0, 2000],
    ]);
    const shown = await house.ask(judge, callsOf(bookingRule).detail, { id: rule });
    expect(shown).toMatchObject({ credit_id: await subject(db, '6602'), debit_id: await subject(db, '1405') });
    expect(shown.changed_at).not.toBeNull();
    const kept = await house.ask(judge, list, { rule_id: [rule] } as never);
    expect(kept.list).toMatchObject([{ id, status: 2, was_credit_id: await subject(db, '6601') }]);
  });

  it('that is rejected or withdrawn changes nothing, and makes room for another', async () => {
    const rejected = await propose('1405', '6711');
    await house.ask(judge, audit, { id: rejected, result: 2, remark: '科目不对' } as never);
    const withdrawn = await propose('1405', '6711');
    await house.ask(maker, transitionCall(ruleChange, 'withdraw'), { id: withdrawn, reason: '不再需要' } as never);
    expect((await takeForOwnUse())[0]).toEqual(['6602', 2000, 0]);
    expect(await house.ask(judge, detail, { id: rejected })).toMatchObject({ status: 3, effective_at: null });
  });
});

describe('a trial', () => {
  it('shows what an event of the past gives today and with other subjects, and writes nothing', async () => {
    await takeForOwnUse();
    const { list: events } = await house.ask(maker, ruleCalls.events, { id: rule });
    expect(events[0]).toMatchObject({ amount: -2000, summary: expect.stringContaining('其他出入库') });
    const counts = sql<{
      n: number;
    }>`select (select count(*) from voucher) + (select count(*) from voucher_abnormal) as n`;
    const before = await counts.execute(db);
    const { today, proposed } = await house.ask(maker, ruleCalls.trial, {
      id: rule,
      event_id: events[0]?.event_id ?? 0,
      debit_id: await subject(db, '1405'),
      credit_id: await subject(db, '6711'),
    });
    const said = (all: typeof today) => all.map(({ code, debit, credit, changed }) => [code, debit, credit, changed]);
    expect(said(today)).toEqual([
      ['6602', 2000, 0, false],
      ['1405', 0, 2000, false],
    ]);
    expect(said(proposed)).toEqual([
      ['6711', 2000, 0, true],
      ['1405', 0, 2000, false],
    ]);
    expect((await counts.execute(db)).rows).toEqual(before.rows);
  });

  it('of an event of another kind, or without the amount, is refused', async () => {
    const received = await ruleOf('goodsReceived', 'goods');
    const [{ event_id } = { event_id: 0 }] = (await house.ask(maker, ruleCalls.events, { id: received })).list;
    const asked = { debit_id: await subject(db, '1405'), credit_id: await subject(db, '6711') };
    await expect(house.ask(maker, ruleCalls.trial, { id: rule, event_id, ...asked })).rejects.toMatchObject({
      kind: 'notFound',
    });
    const [own] = (await house.ask(maker, ruleCalls.events, { id: rule })).list;
    const scrap = await ruleOf('stockDiffered', 'scrap');
    await expect(
      house.ask(maker, ruleCalls.trial, { id: scrap, event_id: own?.event_id ?? 0, ...asked }),
    ).rejects.toMatchObject({ kind: 'invalid', field: 'event_id' });
  });

  it('keeps to the data scope of who asks', async () => {
    const received = await ruleOf('goodsReceived', 'goods');
    const { list: all } = await house.ask(maker, ruleCalls.events, { id: received });
    expect(all.length).toBeGreaterThan(1);
    const { rows } = await sql<{ supplier_id: number }>`
      select supplier_id from in_ware_batch where batch_no = ${all[0]?.source_no ?? ''}`.execute(db);
    const limited: Actor = { ...maker, scope: [{ supplier: [rows[0]?.supplier_id ?? 0] }] };
    const { list: own } = await house.ask(limited, ruleCalls.events, { id: received });
    expect(own.map(({ source_no }) => source_no)).toEqual([all[0]?.source_no]);
    const asked = { debit_id: await subject(db, '1405'), credit_id: await subject(db, '6711') };
    await expect(
      house.ask(limited, ruleCalls.trial, { id: received, event_id: all[1]?.event_id ?? 0, ...asked }),
    ).rejects.toMatchObject({ kind: 'notFound' });
  });
});

it('every rule has words of its own', async () => {
  const { rows } = await sql`select name from booking_rule group by name having count(*) > 1`.execute(db);
  expect(rows).toEqual([]);
});
