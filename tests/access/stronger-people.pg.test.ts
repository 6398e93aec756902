import { type Kysely, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { adminCalls } from '#contract/areas/access/admin.ts';
import { administeringKeys } from '#contract/areas/access/administering.ts';
import { grantCalls } from '#contract/areas/access/grant.ts';
import { resetSecondFactorCall } from '#contract/areas/ops/second-factor.ts';
import { endSessionsCall } from '#contract/areas/ops/sessions.ts';
import { serveEverything, syncAccess } from '#server/application.ts';
import type { Actor } from '#server/identity/actor.ts';
import { bases } from '#server/kit/frame.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { person, signedIn, writing } from '#tests/factories/people.ts';
import { type TestServer, testServer } from '#tests/factories/server.ts';

// Nothing about a person who administers access and holds or sees more than the caller is changed by the caller, and of
// nobody who holds more what opens their account, whichever call is used. A call of access control that nobody has sorted
// into one of the two lists below fails the law.

let db: Kysely<unknown>;
let server: TestServer;
let weaker: Actor;
let headers: Record<string, string>;

beforeAll(async () => {
  ({ db } = await testDatabase());
  server = await testServer(db, { kit: serveEverything(new Numbers(db)) });
  await syncAccess(db);
  weaker = await person(db, { keys: [...new Set(mutating().map(({ call }) => call.access))].filter(isOfAccess) });
  headers = await signedIn(db, weaker);
});

const isOfAccess = (key: string): boolean => /^(admin|Index|role|organize):/.test(key);
const mutating = () =>
  server.kit.registry.all().filter(({ call }) => call.mutates && (call.service === 'acl' || isOfAccess(call.access)));
const addressOf = ({ service, path }: { service: keyof typeof bases; path: string }): string =>
  `${bases[service]}${path}`;

type Ask = (id: number) => Promise<object>;
const edit =
  (change: (id: number) => Promise<object> | object): Ask =>
  async (id) => {
    const { rows } = await sql<{ version: number }>`select version from admin where id = ${id}`.execute(db);
    return { id, version: rows[0]?.version, ...(await change(id)) };
  };
const organization = async (): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into organize (name, code) values ('新组织', 'o' || floor(random() * 1e9)) returning id`.execute(db);
  return rows[0]?.id ?? 0;
};

/** Every way to change a person. */
const ofPeople: readonly (readonly [what: string, address: string, ask: Ask])[] = [
  ...(
    [
      ['name', () => ({ nickname: '换名' })],
      ['account', () => ({ username: 'renamed_one' })],
      ['mobile', () => ({ mobile: '13800000000' })],
      ['password', () => ({ reset_password: 'nine lanterns along a quay' })],
      ['roles', () => ({ role_ids: [] })],
      ['data roles', () => ({ data_role_ids: [] })],
      ['organisations', async () => ({ organize_ids: [await organization()] })],
      ['main organisation', async () => ({ main_organize_id: await organization() })],
    ] as const
  ).map(([what, change]) => [what, addressOf(adminCalls.edit), edit(change)] as const),
  ['status', addressOf(adminCalls.status), async (id) => ({ id, status: 0 })],
  ['status, on', addressOf(adminCalls.status), async (id) => ({ ids: [id], status: 1 })],
  [
    'second factor',
    addressOf(resetSecondFactorCall),
    async (id) => {
      await sql`insert into second_factor (admin_id, secret, since) values (${id}, '\\x00', now())`.execute(db);
      return { id, remark: '手机丢失' };
    },
  ],
  [
    'sessions',
    addressOf(endSessionsCall),
    async (id) => {
      await signedIn(db, { id });
      return { admin_id: id };
    },
  ],
  [
    'a request about the person',
    addressOf(grantCalls.decide.admin),
    async (id) => {
      const asker = await person(db, { roles: ['super'] });
      const { rows } = await sql<{ id: number }>`
        insert into grant_request (subject, admin_id, gained, requested_by, requested_at)
        values ('admin', ${id}, ${JSON.stringify([{ kind: 'organize', id: await organization(), name: '新组织' }])}::jsonb, ${asker.id}, now()) returning id`.execute(
        db,
      );
      return { id: rows[0]?.id, result: 1 };
    },
  ],
];

/** Calls of access control that change no person who is there: what else they ask for is judged by tests of their own. */
const ofNobody: readonly RegExp[] = [
  /acl\/v1\/admin\/(add|grantWithdraw)$/,
  /acl\/v1\/(role|organize)\//,
  /acl\/v1\/me\//,
  /acl\/v1\/index\/pushTicket$/,
  // Of accounts of applications, which hold nothing that people hold.
  /acl\/v1\/Index\/appTokenAdd$/,
  /erp\/v1\/Index\/(checkRun|setConfig)$/,
];

it('sorts every call of access control that changes something', () => {
  const sorted = new Set(ofPeople.map(([, address]) => address));
  const addresses = mutating().map(({ call }) => addressOf(call));
  expect([...sorted].filter((address) => !addresses.includes(address))).toEqual([]);
  expect(addresses.filter((one) => !sorted.has(one) && !ofNobody.some((known) => known.test(one)))).toEqual([]);
});

it('knows who administers access by the keys of those calls', () => {
  const keys = mutating().flatMap(({ call }) => (call.service === 'acl' && call.access !== 'login' ? call.access : []));
  expect([...administeringKeys].sort()).toEqual([...new Set(keys)].sort());
});

it.each(ofPeople)('%s of a stronger administrator stays', async (what, address, ask) => {
  const target = await person(db, { roles: ['super'] });
  if (what === 'status, on') await sql`update admin set status = 0 where id = ${target.id}`.execute(db);
  const body = await ask(target.id);
  const before = await everythingAbout(target.id);
  const { body: answer } = await server.call(address, body, { headers: writing(headers) });
  expect(answer).toMatchObject({
    code: 4010,
    msg: expect.stringContaining(`“${target.nickname}”的权限或数据范围超过您自己的`) as string,
  });
  expect(await everythingAbout(target.id)).toEqual(before);
});

const opening = ['password', 'status, on', 'second factor'];

it.each(ofPeople)('%s of somebody with other keys stays where it opens the account', async (what, address, ask) => {
  const clerk = await person(db, { keys: ['stocktaking:audit'] });
  if (what === 'status, on') await sql`update admin set status = 0 where id = ${clerk.id}`.execute(db);
  const { body: answer } = await server.call(address, await ask(clerk.id), { headers: writing(headers) });
  expect(answer.msg.includes('超过您自己的')).toBe(opening.includes(what));
});

it.each(ofPeople)('%s of an equal may be changed', async (what, address, ask) => {
  const equal = await person(db, { keys: [...weaker.permissions] });
  if (what === 'status, on') await sql`update admin set status = 0 where id = ${equal.id}`.execute(db);
  const { body: answer } = await server.call(address, await ask(equal.id), { headers: writing(headers) });
  expect(answer.msg).not.toContain('超过您自己的');
});

async function everythingAbout(id: number): Promise<unknown> {
  const { rows } = await sql`
    select to_jsonb(a) as account, to_jsonb(s) as held, to_jsonb(f) as factor,
      (select count(*) from session n where n.admin_id = a.id and n.ended_at is null) as sessions,
      (select count(*) from grant_request g where g.admin_id = a.id and g.state = 0) as waiting
    from admin a join staff s on s.id = a.id left join second_factor f on f.admin_id = a.id where a.id = ${id}`.execute(
    db,
  );
  return rows;
}
