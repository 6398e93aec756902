import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { openAppTokenCall } from '#contract/areas/ops/app-tokens.ts';
import { healthCall } from '#contract/areas/ops/health.ts';
import { endSessionsCall, openSessionsCall } from '#contract/areas/ops/sessions.ts';
import { orderCalls } from '#contract/areas/orders/order-calls.ts';
import { type Call, headers as names } from '#contract/kit/call.ts';
import { serveOrders } from '#server/areas/orders/serve-orders.ts';
import type { Actor } from '#server/identity/actor.ts';
import { bases } from '#server/kit/frame.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { person, signedIn, writing } from '#tests/factories/people.ts';
import { testServer } from '#tests/factories/server.ts';
import { serveOps } from './serve-ops.ts';

// Tills and channels sign in with tokens of their own: hashed, of one account and its scope, for pushing alone, ended at once (amendments G14).

const { db } = await testDatabase();
const server = await testServer(db, {
  serve: (kit) => {
    serveOps(kit);
    serveOrders(kit);
  },
});
let keeper: Actor;
let signed: Record<string, string>;

beforeAll(async () => {
  keeper = await person(db, { keys: [openAppTokenCall.access, openSessionsCall.access, endSessionsCall.access] });
  signed = await signedIn(db, keeper);
});

async function ask<In, Out>(
  call: Call<In, Out>,
  body: In,
  as = signed,
): Promise<{ code: number; field?: string; result: Out }> {
  const { body: answer } = await server.call(`${bases[call.service]}${call.path}`, body, {
    headers: call.mutates ? writing(as) : as,
  });
  return answer as never;
}
const fresh = () => randomBytes(32).toString('base64url');
const by = (token: string): Record<string, string> => ({ [names.authorization]: token });
const opened = async (username: string, more: object = {}) => {
  const token = fresh();
  return { token, ...(await ask(openAppTokenCall, { username, name: '五角场收银机', days: 30, token, ...more })) };
};

it('is opened for an account that may push and nothing else, by who sees as much', async () => {
  const seller = await person(db, { keys: ['order:push', 'order:view'] });
  expect(await opened(seller.username)).toMatchObject({ code: 4001, field: 'username' });
  expect(await opened('nobody')).toMatchObject({ code: 4004 });
  const till = await person(db, { keys: ['order:push'] });
  expect(await opened(till.username, { token: 'short' })).toMatchObject({ code: 4001, field: 'token' });
  expect(await opened(till.username, { days: 367 })).toMatchObject({ code: 4001, field: 'days' });
  const limited = await signedIn(db, await person(db, { keys: [openAppTokenCall.access], scope: [{ shop: [1] }] }));
  const asked = { username: till.username, name: '收银机', days: 1, token: fresh() };
  expect(await ask(openAppTokenCall, asked, limited)).toMatchObject({ code: 4001, field: 'username' });
  expect(await ask(openAppTokenCall, asked, await signedIn(db, till))).toMatchObject({ code: 4003 });
});

it('pushes and does nothing else, is kept as its hash, and is over as soon as somebody ends it', async () => {
  const till = await person(db, { keys: ['order:push'] });
  const { token, code, result } = await opened(till.username);
  expect(code).toBe(200);
  // What is pushed is judged, and not who pushes.
  expect(await ask(orderCalls.push, {} as never, by(token))).toMatchObject({ code: 4001 });
  expect((await ask(healthCall, {}, by(token))).code).toBe(4003);
  // Nor what its account is given later.
  await sql`
    insert into role_permission (role_id, permission_key) select role_id, ${openSessionsCall.access} from admin_role where admin_id = ${till.id}`.execute(
    db,
  );
  server.identity.forget();
  expect((await ask(openSessionsCall, {}, by(token))).code).toBe(4003);
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from op where to_jsonb(op)::text like ${`%${token}%`}) or exists (
      select 1 from session where to_jsonb(session)::text like ${`%${token}%`}) as found`.execute(db);
  expect(rows).toEqual([{ found: false }]);
  const { list } = (await ask(openSessionsCall, { keyword: till.username })).result;
  expect(list).toMatchObject([{ id: result.id, app: '五角场收银机' }]);
  await ask(endSessionsCall, { admin_id: till.id, id: result.id });
  server.identity.forget();
  expect((await ask(orderCalls.push, {} as never, by(token))).code).toBe(10000);
});
