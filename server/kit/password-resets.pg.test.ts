import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminCalls } from '#contract/areas/access/admin.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { adjustment, stockPeople } from '#tests/factories/stock.ts';

const { db } = await testDatabase();
const house = openHouse(db);
let warehouse: number;
let goods: number;
let maker: Actor;
let judge: Actor;

beforeAll(async () => {
  warehouse = (await shelf(db)).id;
  goods = (await pieces(db))[0]?.id ?? 0;
});

beforeEach(async () => {
  ({ maker, judge } = await stockPeople(house));
});

const withKey = (actor: Actor): Actor => ({ ...actor, permissions: new Set([...actor.permissions, 'admin:edit']) });
const reset = async (by: Actor, whom: Actor): Promise<void> => {
  const { rows } = await sql<{ version: number }>`select version from admin where id = ${whom.id}`.execute(db);
  const version = rows[0]?.version ?? 0;
  await house.ask(withKey(by), adminCalls.edit, { id: whom.id, version, reset_password: 'nine lanterns along a quay' });
};
const secondFactor = (whom: Actor, since: Date) =>
  sql`
    insert into second_factor (admin_id, secret, since) values (${whom.id}, '\\x00', ${since.toISOString()})
    on conflict (admin_id) do update set since = excluded.since`.execute(db);
/** What the judge is answered about a document of the maker's. */
const judged = async (): Promise<string> => {
  const { id } = await house.ask(maker, adjustment.calls.add, {
    warehouse_id: warehouse,
    adjust_type: adjustType.gain,
    reason: '多出一件',
    lines: [{ sku_id: goods, qty: 1 }] as never,
  });
  await house.ask(maker, adjustment.submit, { id });
  try {
    await house.ask(judge, adjustment.audit, { id, result: 1 });
    return 'passed';
  } catch (error) {
    return (error as Error).message;
  }
};
const refused = expect.stringContaining('重置过密码') as string;

describe('who has set another’s password may be both', () => {
  it('so neither of the two passes a document of the other, for thirty days', async () => {
    await reset(maker, judge);
    expect(await judged()).toEqual(refused);
    house.clock.advance(29 * 86_400_000);
    expect(await judged()).toEqual(refused);
    house.clock.advance(86_400_000 + 1);
    expect(await judged()).toBe('passed');
    await reset(judge, maker);
    expect(await judged()).toEqual(refused);
  });

  it('but they may reject it, and a third person may pass it', async () => {
    await reset(maker, judge);
    const { id } = await house.ask(maker, adjustment.calls.add, {
      warehouse_id: warehouse,
      adjust_type: adjustType.gain,
      reason: '多出一件',
      lines: [{ sku_id: goods, qty: 1 }] as never,
    });
    await house.ask(maker, adjustment.submit, { id });
    await house.ask(judge, adjustment.audit, { id, result: 2, remark: '数量不对' });
    await house.ask(maker, adjustment.submit, { id });
    ({ judge } = await stockPeople(house));
    await house.ask(judge, adjustment.audit, { id, result: 1 });
  });

  it('not where a second factor stood before the reset: the password alone opens nothing there', async () => {
    const { judge: helpdesk } = await stockPeople(house);
    await reset(helpdesk, judge);
    expect(await judged()).toBe('passed');
    await secondFactor(judge, house.clock.now());
    house.clock.advance(1000);
    await reset(maker, judge);
    expect(await judged()).toBe('passed');
    await secondFactor(judge, house.clock.advance(1000));
    expect(await judged()).toEqual(refused);
  });
});
