import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { adjustment, stockPeople } from '#tests/factories/stock.ts';
import { type WaysIn, waysIn } from '#tests/factories/ways-in.ts';

const { db } = await testDatabase();
const house = openHouse(db);
const day = 86_400_000;
let ways: WaysIn;
let warehouse: number;
let goods: number;
let maker: Actor;
let judge: Actor;

beforeAll(async () => {
  ways = await waysIn(house);
  warehouse = (await shelf(db)).id;
  goods = (await pieces(db))[0]?.id ?? 0;
});

beforeEach(async () => {
  house.clock.advance(day);
  ({ maker, judge } = await stockPeople(house));
});

const submitted = async (): Promise<number> => {
  const { id } = await house.ask(maker, adjustment.calls.add, {
    warehouse_id: warehouse,
    adjust_type: adjustType.gain,
    reason: '多出一件',
    lines: [{ sku_id: goods, qty: 1 }] as never,
  });
  await house.ask(maker, adjustment.submit, { id });
  return id;
};
/** What the judge is answered about a document of the maker's. */
const judged = async (): Promise<string> => {
  const id = await submitted();
  try {
    await house.ask(judge, adjustment.audit, { id, result: 1 });
    return 'passed';
  } catch (error) {
    return (error as Error).message;
  }
};
const refused = expect.stringContaining('可能由同一人登录过') as string;

describe('who may have signed in as another may be both', () => {
  const both: Record<string, () => Promise<unknown>> = {
    'who reset the maker’s password': () => ways.reset(judge, maker),
    'whose password the maker reset': () => ways.reset(maker, judge),
    'who added the maker': async () => {
      maker = await ways.add(judge, [...maker.permissions]);
    },
    'whom the maker added': async () => {
      judge = await ways.add(maker, [...judge.permissions]);
    },
    'who took the maker’s second factor away': () => ways.takeFactor(judge, maker),
    'who reset the password of somebody who reset the maker’s': async () => {
      const between = await house.person('中间', []);
      await ways.reset(judge, between);
      await ways.reset(between, maker);
    },
    'whose password a third person reset, and the maker’s too': async () => {
      const third = await house.person('第三人', []);
      await ways.reset(third, judge);
      await ways.reset(third, maker);
    },
    'whose reset slept before anybody used it': async () => {
      await ways.reset(judge, maker);
      house.clock.advance(40 * day);
      await ways.changeOwn(maker);
    },
  };
  it.each(Object.keys(both))('%s', async (name) => {
    await both[name]?.();
    expect(await judged()).toEqual(refused);
  });

  it('until the person has lived with a password of their own for thirty days', async () => {
    await ways.reset(judge, maker);
    await ways.changeOwn(maker);
    house.clock.advance(30 * day - 1);
    expect(await judged()).toEqual(refused);
    house.clock.advance(1);
    expect(await judged()).toBe('passed');
    await ways.reset(maker, judge);
    expect(await judged()).toEqual(refused);
  });

  it('but may reject it, and a third person may pass it', async () => {
    await ways.reset(maker, judge);
    const id = await submitted();
    await house.ask(judge, adjustment.audit, { id, result: 2, remark: '数量不对' });
    await house.ask(maker, adjustment.submit, { id });
    ({ judge } = await stockPeople(house));
    await house.ask(judge, adjustment.audit, { id, result: 1 });
  });
});

describe('two people are two', () => {
  it('where one of them alone has been to somebody’s help desk', async () => {
    const { judge: helpdesk } = await stockPeople(house);
    await ways.reset(helpdesk, judge);
    expect(await judged()).toBe('passed');
  });

  it('where a second factor stood before the reset: the password alone opens nothing there', async () => {
    await ways.setFactor(judge);
    await ways.reset(maker, judge);
    expect(await judged()).toBe('passed');
    house.clock.advance(1000);
    await ways.setFactor(judge);
    expect(await judged()).toEqual(refused);
  });

  it('where one person added both: a new company could decide nothing', async () => {
    const office = await house.person('行政', []);
    maker = await ways.add(office, [...maker.permissions]);
    judge = await ways.add(office, [...judge.permissions]);
    expect(await judged()).toBe('passed');
  });

  it('where one super added everybody before there was a second', async () => {
    const holders = sql`delete from admin_role where role_id = (select id from role where code = 'super') returning admin_id`;
    const { rows: supers } = await sql<{ admin_id: number }>`${holders}`.execute(db);
    const [first, second] = supers;
    const name = (id: number | undefined) =>
      sql`insert into admin_role (admin_id, role_id) select ${id}, id from role where code = 'super'`.execute(db);
    await name(first?.admin_id);
    maker = await ways.add(judge, [...maker.permissions]);
    expect(await judged()).toBe('passed');
    // Named by a request, as the product does it.
    house.clock.advance(1000);
    await name(second?.admin_id);
    const { rows } = await sql<{ id: number }>`
      insert into grant_request (subject, admin_id, gained, state, requested_by, requested_at, decided_by, decided_at)
      select 'admin', ${second?.admin_id}, jsonb_build_array(jsonb_build_object('kind', 'role', 'id', id, 'name', name)), 1, ${first?.admin_id},
        ${house.clock.now().toISOString()}, ${first?.admin_id}, ${house.clock.now().toISOString()} from role where code = 'super' returning id`.execute(
      db,
    );
    expect(rows).toHaveLength(1);
    expect(await judged()).toBe('passed');
    house.clock.advance(1000);
    maker = await ways.add(judge, [...maker.permissions]);
    expect(await judged()).toEqual(refused);
    // Two became one again: it is not a new company.
    await sql`delete from admin_role where admin_id = ${second?.admin_id}`.execute(db);
    expect(await judged()).toEqual(refused);
    await name(second?.admin_id);
    await sql`delete from grant_request`.execute(db);
  });
});

describe('the refusal', () => {
  it('says which part, and who may do it instead', async () => {
    const id = await submitted();
    const asked = house.ask(maker, adjustment.audit, { id, result: 1 });
    await expect(asked).rejects.toThrow('您是制单人，不能审核同一库存调整单；目前没有人可以审核');
    const key = 'Inventory:adjustAudit';
    const { rows } = await sql<{ id: number }>`
      with made as (insert into role (code, name) values ('judges', '审核') returning id), held as (
        insert into role_permission (role_id, permission_key) select id, ${key} from made)
      select id from made`.execute(db);
    const free = await house.person('赵无关', [key]);
    const blind = await house.person('钱别处', [key]);
    const friend = await house.person('孙同手', [key]);
    for (const one of [maker, free, blind, friend])
      await sql`insert into admin_role (admin_id, role_id) values (${one.id}, ${rows[0]?.id})`.execute(db);
    await sql`
      with limit_of as (insert into data_role (name, warehouse_ids) values ('别处', array[${warehouse} + 1000]::bigint[]) returning id)
      insert into admin_data_role (admin_id, data_role_id) select ${blind.id}, id from limit_of`.execute(db);
    await ways.reset(friend, maker);
    await expect(house.ask(maker, adjustment.audit, { id, result: 1 })).rejects.toThrow(
      '您是制单人，不能审核同一库存调整单；请 赵无关 审核',
    );
  });
});
