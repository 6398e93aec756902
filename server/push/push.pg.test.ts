import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { endSessionsOf } from '#server/identity/sessions.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { connected, dial, type LiveServer, liveServer, opened, ticketOf } from '#tests/factories/live.ts';
import { person, signedIn } from '#tests/factories/people.ts';
import { listenerName } from './listen.ts';
import { publish } from './publish.ts';
import { pushLimits } from './push-limits.ts';

// The live connection (specification §4, §7; design §9): who is refused, what is passed on, how it ends. Two servers on one
// database know of one another as little as two processes do.

const database = await testDatabase();
const { db } = database;
let one: LiveServer;
let other: LiveServer;

beforeAll(async () => {
  one = await liveServer(database);
  other = await liveServer(database);
});

afterAll(async () => {
  await Promise.all([one.app.close(), other.app.close()]);
});

describe('refused before the upgrade', () => {
  it('without a ticket, with none of ours, with a used one, for another uid, and the ticket is used up by it', async () => {
    const [who, somebody] = [await person(db), await person(db)];
    const headers = await signedIn(db, who);
    await expect(dial(one.host, { uid: who.id })).rejects.toThrow('HTTP 401');
    await expect(dial(one.host, { uid: who.id, ticket: 'x' })).rejects.toThrow('HTTP 401');
    await expect(dial(one.host, { uid: who.id, ticket: 'A'.repeat(43) })).rejects.toThrow('HTTP 401');
    const used = await ticketOf(one, headers);
    const line = await dial(one.host, { uid: who.id, ticket: used });
    await expect(dial(other.host, { uid: who.id, ticket: used })).rejects.toThrow('HTTP 401');
    const foreign = await ticketOf(one, headers);
    await expect(dial(one.host, { uid: somebody.id, ticket: foreign })).rejects.toThrow('HTTP 401');
    await expect(dial(one.host, { uid: who.id, ticket: foreign })).rejects.toThrow('HTTP 401');
    line.socket.close(1000);
  });

  it.each(['0', '-1', '1%2F..', 'abc', '99999999999999999999'])('for the uid %s', async (uid) => {
    const ticket = await ticketOf(one, await signedIn(db, await person(db)));
    await expect(dial(one.host, { uid, ticket })).rejects.toThrow(/HTTP 40[14]/);
  });

  it.each(['http://evil.example', 'null', '', 'http://127.0.0.1:1'])('from a page of "%s"', async (origin) => {
    const who = await person(db);
    const ticket = await ticketOf(one, await signedIn(db, who));
    await expect(dial(one.host, { uid: who.id, ticket, origin })).rejects.toThrow('HTTP 403');
  });

  it.each(['/nothing', '/api/erp/v1/nothing', '/known'])('at an address that takes none: %s', async (path) => {
    await expect(opened(new WebSocket(`ws://${one.host}${path}`, { origin: `http://${one.host}` }))).rejects.toThrow(
      'HTTP 404',
    );
  });

  it('after 30 seconds, after the session has ended, and after the account was closed', async () => {
    const late = await person(db);
    const old = await ticketOf(one, await signedIn(db, late));
    await sql`update push_connection set ticket_until = now() where admin_id = ${late.id}`.execute(db);
    await expect(dial(one.host, { uid: late.id, ticket: old })).rejects.toThrow('HTTP 401');
    const gone = await person(db);
    const ended = await ticketOf(one, await signedIn(db, gone));
    await endSessionsOf(db, { adminId: gone.id, now: new Date() });
    await expect(dial(one.host, { uid: gone.id, ticket: ended })).rejects.toThrow('HTTP 401');
    const closed = await person(db);
    const ticket = await ticketOf(one, await signedIn(db, closed));
    await sql`update admin set status = 0 where id = ${closed.id}`.execute(db);
    await expect(dial(one.host, { uid: closed.id, ticket })).rejects.toThrow('HTTP 401');
  });

  it('a heap of tickets', async () => {
    const headers = await signedIn(db, await person(db));
    for (let made = 0; made < pushLimits.ticketsWaiting; made += 1) await ticketOf(one, headers);
    await expect(ticketOf(one, headers)).rejects.toThrow('4029');
  });

  it('nobody gets a ticket without a session, and only its hash is kept', async () => {
    expect(await one.call('/api/acl/v1/index/pushTicket')).toMatchObject({ status: 401 });
    const ticket = await ticketOf(one, await signedIn(db, await person(db)));
    const { rows } = await sql`select 1 from push_connection c where c::text like ${`%${ticket}%`}
      union all select 1 from op o where o.answer::text like ${`%${ticket}%`}`.execute(db);
    expect(rows).toEqual([]);
  });
});

describe('frames', () => {
  it.each([
    ['no JSON', 'hello', 1008],
    ['another type', '{"type":1,"msg_id":1}', 1008],
    ['an unknown field', '{"type":4,"msg_id":1,"admin_id":2}', 1008],
    ['an id as text', '{"type":4,"msg_id":"1"}', 1008],
    ['bytes', Buffer.from('{"type":4,"msg_id":1}'), 1008],
    ['more than 4 KiB', JSON.stringify({ type: 4, msg_id: 1, pad: 'x'.repeat(4096) }), 1009],
  ])('%s closes the connection', async (_name, frame, code) => {
    const line = await connected(one, db, await person(db));
    line.socket.send(frame, { binary: typeof frame !== 'string' });
    expect(await line.closed).toBe(code);
  });

  it('a flood closes the connection', async () => {
    const line = await connected(one, db, await person(db));
    for (let sent = 0; sent <= pushLimits.framesInTenSeconds; sent += 1) line.acknowledge(1);
    expect(await line.closed).toBe(1008);
  });

  it('a reader that does not read is closed with 1013, the others are not held up', async () => {
    const [slow, quick] = [await person(db), await person(db)];
    const [stuck, free] = [await connected(one, db, slow), await connected(one, db, quick)];
    stuck.socket.pause();
    const content = '满'.repeat(500);
    for (let sent = 0; sent < 12_000 && stuck.socket.readyState === stuck.socket.OPEN; sent += 400) {
      for (let at = 0; at < 400; at += 1)
        await publish(db, { to: [slow.id], message: { type: 3, msg_id: 1, title: '标题', content } });
      if ((await open(slow.id)) === 0) break;
    }
    await publish(db, { to: [quick.id], message: { type: 1, task: { id: 1, status: 2, progress: 5 } } });
    await expect.poll(() => free.messages.length).toBe(1);
    await expect.poll(() => open(slow.id), { timeout: 10_000 }).toBe(0);
    stuck.socket.resume();
    expect([1013, 1006]).toContain(await stuck.closed);
  });
});

describe('two servers on one database', () => {
  it('what is pushed on one reaches the connections of the other, of nobody else, and only after the commit', async () => {
    const [who, somebody] = [await person(db), await person(db)];
    const [here, there, stranger] = [
      await connected(one, db, who),
      await connected(other, db, who),
      await connected(other, db, somebody),
    ];
    const message = { type: 1, task: { id: 7, status: 2, progress: 40 } } as const;
    await expect(
      db.transaction().execute(async (tx) => {
        await publish(tx, { to: [who.id], message });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await publish(db, { to: [who.id], message });
    await expect.poll(() => [here.messages, there.messages]).toEqual([[message], [message]]);
    await publish(db, { to: 'everyone', message: { type: 5, changed: ['config'] } });
    await expect.poll(() => stranger.messages).toEqual([{ type: 5, changed: ['config'] }]);
  });

  it('a thousand people are reached, in parts that PostgreSQL takes', async () => {
    const who = await person(db);
    const line = await connected(other, db, who);
    const content = '满"\n'.repeat(166);
    const to = [...Array.from({ length: 1000 }, (_, at) => 900_000_000_000 + at), who.id];
    await publish(db, { to, message: { type: 3, msg_id: 1, title: '标'.repeat(64), content } });
    await expect.poll(() => line.messages).toMatchObject([{ content }]);
  });

  it('the sixth connection of a person takes the place of the oldest, wherever that is', async () => {
    const who = await person(db);
    const lines = [await connected(one, db, who)];
    for (let made = 1; made < pushLimits.perPerson; made += 1) lines.push(await connected(other, db, who));
    expect(await open(who.id)).toBe(pushLimits.perPerson);
    const sixth = await connected(other, db, who);
    expect(await lines[0]?.closed).toBe(4008);
    expect(sixth.socket.readyState).toBe(sixth.socket.OPEN);
    expect(lines.slice(1).every((line) => line.socket.readyState === line.socket.OPEN)).toBe(true);
    expect(await open(who.id)).toBe(pushLimits.perPerson);
  });

  it('a change of rights is there within a second, and what is read then is new', async () => {
    const who = await person(db, { keys: ['stock:view'] });
    const headers = await signedIn(db, who);
    const line = await connected(other, db, { ...who, headers });
    const keys = async () => (await other.identity.recognise(headers.authorization)) as { actor?: typeof who };
    expect((await keys()).actor?.permissions.has('brand:view')).toBe(false);
    const begun = performance.now();
    await db.transaction().execute(async (tx) => {
      await sql`insert into role_permission (role_id, permission_key) select role_id, 'brand:view' from admin_role where admin_id = ${who.id}`.execute(
        tx,
      );
      await publish(tx, { to: [who.id], message: { type: 5, changed: ['access'] } });
    });
    await expect.poll(() => line.messages, { interval: 5 }).toEqual([{ type: 5, changed: ['access'] }]);
    expect(performance.now() - begun).toBeLessThan(3000);
    expect((await keys()).actor?.permissions.has('brand:view')).toBe(true);
  });
});

describe('the end of a session', () => {
  it('by force: the person is told and the connection closed within a second, other sessions stay', async () => {
    const who = await person(db);
    const [kept, thrown] = [await signedIn(db, who), await signedIn(db, who)];
    const [stays, goes] = [
      await connected(one, db, { ...who, headers: kept }),
      await connected(other, db, { ...who, headers: thrown }),
    ];
    const begun = performance.now();
    await endSessionsOf(db, { adminId: who.id, except: kept.authorization, now: new Date() });
    expect(await goes.closed).toBe(4001);
    expect(performance.now() - begun).toBeLessThan(3000);
    expect(goes.messages).toEqual([{ type: 5, changed: ['session'] }]);
    expect(stays.socket.readyState).toBe(stays.socket.OPEN);
    expect(stays.messages).toEqual([]);
  });

  it('by time, by its owner and by a closed account', async () => {
    const [late, leaving, closed] = [await person(db), await person(db), await person(db)];
    const out = await signedIn(db, leaving);
    const lines = [
      await connected(one, db, late),
      await connected(one, db, { ...leaving, headers: out }),
      await connected(one, db, closed),
    ];
    await sql`update session set expires_at = now() where admin_id = ${late.id}`.execute(db);
    await other.call('/api/acl/loginOut', {}, { headers: out });
    await sql`update admin set status = 0 where id = ${closed.id}`.execute(db);
    expect(await Promise.all(lines.map((line) => line.closed))).toEqual([4002, 4002, 4001]);
  });
});

it('a lost connection to the database is found again, and everybody reads anew what may have been missed', async () => {
  const line = await connected(one, db, await person(db));
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${listenerName} and datname = current_database()`.execute(
    db,
  );
  await expect
    .poll(() => line.messages, { timeout: 5000 })
    .toEqual([{ type: 5, changed: ['access', 'config', 'tasks'] }]);
  await publish(db, { to: 'everyone', message: { type: 5, changed: ['config'] } });
  await expect.poll(() => line.messages.length).toBe(2);
});

it('a server that stops closes everybody with 1012 within two seconds, also who does not answer', async () => {
  const stopping = await liveServer(database);
  const lines = [await connected(stopping, db, await person(db)), await connected(stopping, db, await person(db))];
  lines[1]?.socket.pause();
  const begun = performance.now();
  await stopping.app.close();
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(await lines[0]?.closed).toBe(1012);
});

it('a server told to stop while it is still starting leaves no timer that would keep the process running', async () => {
  const [made, cleared] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')];
  const stopping = await liveServer(database);
  await stopping.app.close();
  const beats = () => made.mock.calls.findIndex(([, every]) => every === pushLimits.beat);
  await expect.poll(beats).toBeGreaterThanOrEqual(0);
  expect(cleared).toHaveBeenCalledWith(made.mock.results[beats()]?.value);
});

async function open(adminId: number): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from push_connection where admin_id = ${adminId} and opened_at is not null`.execute(db);
  return rows[0]?.count ?? 0;
}
