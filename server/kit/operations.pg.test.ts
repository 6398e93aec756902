import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { ZodObject } from 'zod';
import { type AdminAdd, adminCalls } from '#contract/areas/access/admin.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { limits } from '#contract/kit/limits.ts';
import { serveEverything } from '#server/application.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { adjustment, stockPeople } from '#tests/factories/stock.ts';
import { Numbers } from './numbering.ts';
import { forgetOperations, keepAnswer } from './operations.ts';

const { db } = await testDatabase();
const house = openHouse(db);
let posting: string;

beforeAll(async () => {
  const { maker, judge } = await stockPeople(house);
  const { id } = await house.ask(maker, adjustment.calls.add, {
    warehouse_id: (await shelf(db)).id,
    adjust_type: adjustType.gain,
    reason: '多出一件',
    lines: [{ sku_id: (await pieces(db))[0]?.id, qty: 1 }] as never,
  });
  await house.ask(maker, adjustment.submit, { id });
  const { version } = await house.ask(judge, adjustment.calls.detail, { id });
  posting = crypto.randomUUID();
  await house.ask(judge, adjustment.audit, { id, version, result: 1 }, { opId: posting });
});

const aged = async (days: number): Promise<void> => {
  await sql`update op set at = now() - make_interval(days => ${days}) where op_id = ${posting}::uuid`.execute(db);
  // The ledger is never written twice, except by a test that cannot wait.
  await sql`alter table stock_ledger disable trigger all`.execute(db);
  await sql`update stock_ledger set posted_at = now() - make_interval(days => ${days})`.execute(db);
  await sql`alter table stock_ledger enable trigger all`.execute(db);
};
const isKnown = async (): Promise<boolean> =>
  (await sql`select 1 from op where op_id = ${posting}::uuid`.execute(db)).rows.length > 0;

it('an operation is forgotten after its days and not before, and the books do not miss it', async () => {
  await aged(limits.opDays - 1);
  await forgetOperations(db, limits.opDays);
  expect(await isKnown()).toBe(true);
  await aged(limits.opDays + 1);
  await forgetOperations(db, limits.opDays);
  expect(await isKnown()).toBe(false);
  expect(await brokenInvariants(db)).toEqual([]);
});

it('a posting of these days without its operation is a fault of the books', async () => {
  await aged(limits.opDays - 2);
  expect(await brokenInvariants(db)).toMatchObject([{ name: 'k35-effect-has-its-operation', rows: { length: 1 } }]);
});

it('an answer is told again as it was, whatever stands in it', async () => {
  const maker = await house.person(`o'neil \\' "x"; --`, [adjustment.calls.add.access]);
  const opId = crypto.randomUUID();
  const input = {
    warehouse_id: (await shelf(db)).id,
    adjust_type: adjustType.gain,
    reason: `多出一件 \\' "x"; --`,
    lines: [{ sku_id: (await pieces(db))[0]?.id, qty: 1 }] as never,
  };
  const saved = await house.ask(maker, adjustment.calls.add, input, { opId });
  expect(await house.ask(maker, adjustment.calls.add, input, { opId })).toEqual(saved);
  const answer = { no: `\\' "x"; --\u0001 \u2028` };
  await inTransaction(db, (tx) => keepAnswer(tx, opId, answer));
  expect(await house.ask(maker, adjustment.calls.add, input, { opId })).toEqual(answer);
  const { rows } = await sql`select 1 from stock_adjustment where warehouse_id = ${input.warehouse_id}`.execute(db);
  expect(rows).toHaveLength(1);
});

describe('a password', () => {
  const first = 'seven herons under umbrellas';
  const newcomer = async (): Promise<AdminAdd> => {
    const code = `o${crypto.randomUUID().slice(0, 8)}`;
    const { rows } = await sql<{ id: number }>`
      insert into organize (name, code) values (${code}, ${code}) returning id`.execute(db);
    return { username: code, nickname: '新人', password: first, main_organize_id: rows[0]?.id ?? 0 };
  };
  const hashOf = async (opId: string): Promise<string | undefined> =>
    (await sql<{ hash: string }>`select request_hash as hash from op where op_id = ${opId}::uuid`.execute(db)).rows[0]
      ?.hash;

  it('leaves no trace in the operation, which nobody could guess it from', async () => {
    const hr = await house.person('人事', [adminCalls.add.access]);
    const opId = crypto.randomUUID();
    const input = await newcomer();
    const saved = await house.ask(hr, adminCalls.add, input, { opId });
    const sha256 = (body: object) =>
      createHash('sha256')
        .update(`${adminCalls.add.path}\n${JSON.stringify(body)}`)
        .digest('base64');
    const { password: _password, ...rest } = input;
    expect(await hashOf(opId)).toBe(sha256(rest));
    expect(await house.ask(hr, adminCalls.add, { ...input, password: 'nine lanterns along a quay' }, { opId })).toEqual(
      saved,
    );
    await expect(house.ask(hr, adminCalls.add, { ...input, nickname: '别人' }, { opId })).rejects.toMatchObject({
      kind: 'duplicateSubmit',
    });
  });

  it('is named as a secret by every call that takes one', () => {
    const told = serveEverything(new Numbers(db))
      .registry.all()
      .flatMap(({ call, input }) =>
        input instanceof ZodObject && call.mutates
          ? Object.keys(input.shape)
              .filter((name) => /password|secret|token/.test(name) && !call.secret?.includes(name))
              .map((name) => `${call.path} ${name}`)
          : [],
      );
    expect(told).toEqual([]);
  });
});
