import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noticeCalls, noticeTarget, notify, notifyRead, ownNotices } from '#contract/areas/shell/notice.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { createLog } from '#server/platform/log.ts';
import { listenerName } from '#server/push/listen.ts';
import { publish } from '#server/push/publish.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { connected, type LiveServer, liveServer } from '#tests/factories/live.ts';
import { anyone, officeOf } from '#tests/factories/office.ts';
import { person, roleWith } from '#tests/factories/people.ts';
import { sendDueNotices } from './notice-due.ts';

// Notices (domain.md §4.27, api.csv rows 261 to 265): their states, whom they reach, and that each is acknowledged once.

const database = await testDatabase();
const { db } = database;
const office = officeOf(db);
const lists = { notices: callsOf(notify).list, reads: callsOf(notifyRead).list };
const log = createLog({ level: 'silent' });
let one: LiveServer;
let other: LiveServer;

beforeAll(async () => {
  one = await liveServer(database);
  other = await liveServer(database);
});

afterAll(async () => {
  await Promise.all([one.app.close(), other.app.close()]);
});

const draft = { title: '盘点安排', content: '本周六盘点', target_type: noticeTarget.people };
const saved = async (to: readonly Actor[], more: object = {}): Promise<number> =>
  (await office.call(noticeCalls.save, { ...draft, target_ids: to.map((who) => who.id), ...more })).id;
const sent = async (to: readonly Actor[], more: object = {}): Promise<number> => {
  const id = await saved(to, more);
  await office.call(noticeCalls.send, { id });
  return id;
};
const row = async (id: number) => (await office.call(lists.notices, { ids: [id] })).list[0];
const message = (msg_id: number) => ({ type: 3, msg_id, title: draft.title, content: draft.content });

describe('refused', () => {
  it.each([
    [{ title: '' }, 'title'],
    [{ content: 'x'.repeat(501) }, 'content'],
    [{ target_type: 9 }, 'target_type'],
    [{ target_ids: [] }, 'target_ids'],
    [{ target_ids: [999_999_999] }, 'target_ids'],
    [{ target_type: noticeTarget.everyone }, 'target_ids'],
    [{ target_type: noticeTarget.roles, target_ids: [999_999_999] }, 'target_ids'],
    [{ id: 1 }, 'version'],
    [{ status: 2 }, 'status'],
  ])('%j', async (change, field) => {
    const who = await person(db);
    const asked = { ...draft, target_ids: [who.id], ...change };
    expect(await office.refused(noticeCalls.save, asked)).toMatchObject({ kind: 'invalid', field });
  });

  it('without the keys, with an old version, and each step from a state that does not allow it', async () => {
    const nobody = anyone({ keys: ['common:view'] });
    const who = await person(db);
    const id = await saved([who]);
    for (const [call, asked] of [
      [noticeCalls.send, { id }],
      [noticeCalls.revoke, { id }],
      [lists.reads, { id }],
      [lists.notices, {}],
    ] as const)
      expect(await office.refused(call as typeof noticeCalls.send, asked as { id: number }, nobody)).toMatchObject({
        kind: 'forbidden',
      });
    const illegal = { kind: 'illegalTransition' };
    expect(await office.refused(noticeCalls.send, { id, version: 9 })).toMatchObject({ kind: 'versionConflict' });
    expect(await office.refused(noticeCalls.send, { id: 999_999_999 })).toMatchObject({ kind: 'notFound' });
    expect(await office.refused(noticeCalls.revoke, { id })).toMatchObject(illegal);
    await office.call(noticeCalls.send, { id });
    expect(await office.refused(noticeCalls.send, { id })).toMatchObject(illegal);
    const edit = { ...draft, id, version: 2, target_ids: [who.id] };
    expect(await office.refused(noticeCalls.save, edit)).toMatchObject(illegal);
    await office.call(noticeCalls.revoke, { id });
    expect(await office.refused(noticeCalls.revoke, { id })).toMatchObject(illegal);
    expect(await office.refused(noticeCalls.send, { id })).toMatchObject(illegal);
  });

  it('to nobody who could read it: the draft stays a draft', async () => {
    const gone = await person(db);
    await sql`update admin set status = 0 where id = ${gone.id}`.execute(db);
    const id = await saved([gone]);
    expect(await office.refused(noticeCalls.send, { id })).toMatchObject({ kind: 'invalid', field: 'target_ids' });
    expect(await row(id)).toMatchObject({ status: 0, target_count: 0 });
  });
});

describe('reaches', () => {
  it('organisations with all below them, roles, and everyone with an open account, each once', async () => {
    const { rows } = await sql<{ id: number }>`
      with top as (insert into organize (name, code) values ('总部', 'N1') returning id)
      select id from top`.execute(db);
    const top = rows[0]?.id ?? 0;
    const below = await sql<{
      id: number;
    }>`insert into organize (name, code, parent_id) values ('仓储', 'N2', ${top}) returning id`.execute(db);
    const role = await roleWith(db, ['stock:view']);
    const [inTree, besides, inRole] = [await person(db), await person(db), await person(db, { roles: [role] })];
    await sql`update admin set main_organize_id = ${below.rows[0]?.id} where id = ${inTree.id}`.execute(db);
    await sql`insert into admin_organize (admin_id, organize_id) values (${besides.id}, ${top}), (${inTree.id}, ${top})`.execute(
      db,
    );
    const organizes = await saved([], { target_type: noticeTarget.organizes, target_ids: [top] });
    await office.call(noticeCalls.send, { id: organizes });
    expect(await addressed(organizes)).toEqual([inTree.id, besides.id]);
    const roleId = await sql<{ id: number }>`select id from role where code = ${role}`.execute(db);
    const roles = await saved([], { target_type: noticeTarget.roles, target_ids: [roleId.rows[0]?.id ?? 0] });
    await office.call(noticeCalls.send, { id: roles });
    expect(await addressed(roles)).toEqual([inRole.id]);
    const all = await saved([], { target_type: noticeTarget.everyone });
    await office.call(noticeCalls.send, { id: all });
    const open = await sql<{ id: number }>`select id from admin where status = 1 and id <> 1 order by id`.execute(db);
    expect(await addressed(all)).toEqual(open.rows.map(({ id }) => id));
    expect(await row(all)).toMatchObject({ status: 2, target_count: open.rows.length, read_count: 0, target_ids: [] });
  });

  it('who is connected to another server at once, and who is not when they are back, until they acknowledge it', async () => {
    const [here, away] = [await person(db), await person(db)];
    const line = await connected(other, db, here);
    const id = await sent([here, away]);
    await expect.poll(() => line.messages).toEqual([message(id)]);
    const back = await connected(one, db, away);
    await expect.poll(() => back.messages).toEqual([message(id)]);
    back.acknowledge(id);
    back.acknowledge(id);
    line.acknowledge(999_999_999);
    await expect.poll(() => row(id)).toMatchObject({ read_count: 1, target_count: 2 });
    const again = await connected(one, db, away);
    const still = await connected(one, db, here);
    await expect.poll(() => still.messages).toEqual([message(id)]);
    expect(again.messages).toEqual([]);
    expect((await office.call(lists.reads, { id, is_read: true })).list).toMatchObject([{ admin_id: away.id }]);
    const [unread] = (await office.call(lists.reads, { id, is_read: false })).list;
    expect(unread).toMatchObject({ admin_id: here.id, admin_id__title: here.nickname, read_at: null });
    expect(unread?.pushed_at).not.toBeNull();
  });

  it('nobody acknowledges for somebody else, and a revoked notice is shown to nobody any more', async () => {
    const [who, somebody] = [await person(db), await person(db)];
    const id = await sent([who]);
    const line = await connected(one, db, somebody);
    line.acknowledge(id);
    const open = await connected(one, db, who);
    await expect.poll(() => open.messages).toEqual([message(id)]);
    await office.call(noticeCalls.revoke, { id });
    await expect.poll(() => open.messages).toEqual([message(id), { type: 6, msg_id: id }]);
    const late = await connected(one, db, who);
    const next = await sent([who]);
    await expect.poll(() => late.messages).toEqual([message(next)]);
    expect(await row(id)).toMatchObject({ status: -1, read_count: 0 });
  });
});

describe('what somebody was sent', () => {
  it('is read again by them alone, the newest first, page by page, without what was taken back', async () => {
    const [who, somebody] = [await person(db), await person(db)];
    const [first, revoked] = [await sent([who]), await sent([who])];
    const later: number[] = [];
    for (let at = 0; at < 20; at += 1) later.unshift(await sent([who]));
    await office.call(noticeCalls.revoke, { id: revoked });
    const { list, more } = await office.call(ownNotices, {}, who);
    expect([list.map(({ msg_id }) => msg_id), more]).toEqual([later, true]);
    expect(list[0]).toMatchObject({ title: draft.title, content: draft.content, read_at: null });
    expect(await office.call(ownNotices, { before: later.at(-1) as number }, who)).toMatchObject({
      list: [{ msg_id: first }],
      more: false,
    });
    expect((await office.call(ownNotices, {}, somebody)).list).toEqual([]);
  });
});

describe('what is unread is said whole', () => {
  it('to who is back: a page drops what was taken back or acknowledged meanwhile', async () => {
    const who = await person(db);
    const [kept, revoked, read] = [await sent([who]), await sent([who]), await sent([who])];
    const line = await connected(one, db, who);
    await expect.poll(() => line.unread).toEqual([[kept, revoked, read]]);
    expect(line.messages).toEqual([kept, revoked, read].map(message));
    line.acknowledge(read);
    await expect.poll(() => row(read)).toMatchObject({ read_count: 1 });
    await office.call(noticeCalls.revoke, { id: revoked });
    const back = await connected(other, db, who);
    await expect.poll(() => back.unread).toEqual([[kept]]);
  });

  it('also to who stayed, where this process could not hear for a while', async () => {
    const who = await person(db);
    const id = await sent([who]);
    const line = await connected(one, db, who);
    await expect.poll(() => line.unread).toEqual([[id]]);
    // Not heard by anybody: as if it had been said while the listener was away.
    await sql`update notify set status = -1 where id = ${id}`.execute(db);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${listenerName} and datname = current_database()`.execute(
      db,
    );
    await expect.poll(() => line.unread).toEqual([[id], []]);
  });

  it('before whatever is said of a notice while the list is being read', async () => {
    const who = await person(db);
    const id = await sent([who]);
    const { line, came, next } = await db.transaction().execute(async (tx) => {
      await sql`select 1 from notify_read where msg_id = ${id} for update`.execute(tx);
      const held = await connected(one, db, who);
      const said: unknown[] = [];
      held.socket.on('message', (data) => said.push(JSON.parse(String(data))));
      await expect.poll(waitingForLocks).toBe(1);
      const later = await sent([who]);
      await office.call(noticeCalls.revoke, { id });
      // Comes after both, and is not held up: they have been heard.
      await publish(db, { to: [who.id], message: { type: 1, task: { id: 1, status: 2, progress: 1 } } });
      await expect.poll(() => held.messages.length).toBe(1);
      return { line: held, came: said, next: later };
    });
    await expect.poll(() => line.messages).toHaveLength(4);
    const order = [{ type: 1 }, message(id), { type: 7, unread: [id] }, message(next), { type: 6, msg_id: id }];
    expect(came.filter(isNoSignOfLife)).toMatchObject(order);
  });
});

describe('at its time', () => {
  it('waits, is sent once by two servers that look at once, and may be revoked before', async () => {
    const who = await person(db);
    const line = await connected(one, db, who);
    const soon = new Date(Date.parse('2026-03-02T02:00:00.000Z') + 60_000);
    const [due, revoked] = [
      await saved([who], { send_at: soon.toISOString() }),
      await saved([who], { send_at: soon.toISOString() }),
    ];
    await office.call(noticeCalls.send, { id: due });
    await office.call(noticeCalls.send, { id: revoked });
    expect(await row(due)).toMatchObject({ status: 1 });
    await office.call(noticeCalls.revoke, { id: revoked });
    const look = (at: Date) => sendDueNotices({ db, clock: { now: () => at }, log });
    expect(await look(new Date(soon.getTime() - 1))).toBe(0);
    expect((await Promise.all([look(soon), look(soon)])).toSorted((a, b) => a - b)).toEqual([0, 1]);
    await expect.poll(() => line.messages).toEqual([message(due)]);
    expect(await row(due)).toMatchObject({ status: 2, target_count: 1 });
    expect(await look(soon)).toBe(0);
  });

  it('a draft is changed, its time taken away, and goes at once; every step is in its history', async () => {
    const who = await person(db);
    const ahead = '2026-03-09T02:00:00.000Z';
    const id = await saved([who], { send_at: ahead });
    const edit = { ...draft, id, version: 1, title: '改了', target_ids: [who.id], send_at: null };
    await office.call(noticeCalls.save, edit);
    await office.call(noticeCalls.send, { id, version: 2 });
    expect(await row(id)).toMatchObject({ status: 2, title: '改了', send_at: '2026-03-02T02:00:00.000Z' });
    const { rows } = await sql<{
      action: string;
    }>`select action from audit_log where doc_type = 'notify' and doc_id = ${id} order by id`.execute(db);
    expect(rows.map(({ action }) => action)).toEqual(['add', 'edit', 'send']);
  });
});

async function addressed(id: number): Promise<number[]> {
  const { rows } = await sql<{
    admin_id: number;
  }>`select admin_id from notify_read where msg_id = ${id} order by admin_id`.execute(db);
  return rows.map((one) => one.admin_id);
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

function isNoSignOfLife(said: unknown): boolean {
  return JSON.stringify(said) !== '{"type":5,"changed":[]}';
}
