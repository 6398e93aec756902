import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { downloadTicket, taskList } from '#contract/areas/tasks/calls.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { giveDataRole, signedIn } from '#tests/factories/people.ts';
import { rowsSource } from '#tests/factories/task-sources.ts';
import { type Downloaded, taskOffice } from '#tests/factories/tasks.ts';
import { taskLimits } from './task-limits.ts';

const database = await testDatabase();
const { db } = database;
const clock = { at: new Date(), now: () => clock.at };
const office = await taskOffice(database, { source: rowsSource(sql`3`), clock });
const content = '\uFEFF编号,名称,数量,价格\nNO1,商品1,1,0.01\nNO2,商品2,2,0.02\nNO3,商品3,3,0.03\n';
let maker: Awaited<ReturnType<typeof office.hire>>;
let id: number;
let path: string;

beforeAll(async () => {
  await office.work();
  return () => office.rest();
});
beforeEach(async () => {
  clock.at = new Date();
  maker = await office.hire();
  [id, path] = await finished(maker);
});

async function finished(by: typeof maker, name = '我的/库存'): Promise<[number, string]> {
  const made = await office.order(by, { task_name: name });
  return [made, (await office.ended(by, made)).file_path ?? ''];
}

async function ticketOf(by = maker, task = id): Promise<string> {
  return (await office.ask(by, downloadTicket, { task_id: task })).result.ticket;
}

/** A refusal is never mistaken for the file: JSON with the catalogue's code, and nothing of the rows. */
function refusal({ status, headers, text }: Downloaded): object {
  expect(headers['content-type']).toContain('application/json');
  expect(headers['content-disposition']).toBeUndefined();
  expect(text).not.toContain('NO1');
  return { status, code: (JSON.parse(text) as { code: number }).code };
}

describe('refused', () => {
  it('without a ticket or a token, and with what is neither', async () => {
    expect(refusal(await office.download(path, {}))).toEqual({ status: 401, code: 401 });
    expect(refusal(await office.download(path, { headers: { authorization: 'x' } }))).toEqual({
      status: 401,
      code: 401,
    });
    for (const ticket of ['', 'x', 'A'.repeat(43), '../../etc'])
      expect(refusal(await office.download(path, { ticket }))).toEqual({ status: 404, code: 4001 });
  });

  it('with a ticket that was used, whatever came of it', async () => {
    const ticket = await ticketOf();
    expect((await office.download(path, { ticket })).text).toBe(content);
    expect(refusal(await office.download(path, { ticket }))).toEqual({ status: 404, code: 4001 });
    const wasted = await ticketOf();
    expect(refusal(await office.download('0'.repeat(32), { ticket: wasted }))).toEqual({ status: 404, code: 4004 });
    expect(refusal(await office.download(path, { ticket: wasted }))).toEqual({ status: 404, code: 4001 });
  });

  it('of a ticket used twice at once, one', async () => {
    const ticket = await ticketOf();
    const both = await Promise.all([1, 2, 3].map(() => office.download(path, { ticket })));
    expect(both.filter(({ text }) => text === content)).toHaveLength(1);
  });

  it('with a ticket that is too old', async () => {
    const ticket = await ticketOf();
    clock.at = new Date(clock.at.getTime() + taskLimits.ticketSeconds * 1000);
    expect(refusal(await office.download(path, { ticket }))).toEqual({ status: 404, code: 4001 });
  });

  it('with the ticket of a session that is over', async () => {
    const ticket = await ticketOf();
    await sql`update session set ended_at = now() where admin_id = ${maker.id}`.execute(db);
    expect(refusal(await office.download(path, { ticket }))).toEqual({ status: 404, code: 4001 });
  });

  it('with a ticket for another file, and by another person, as if there were none', async () => {
    const other = await office.hire();
    const [, foreign] = await finished(other);
    const headers = other.headers;
    expect(refusal(await office.download(foreign, { ticket: await ticketOf() }))).toEqual({ status: 404, code: 4004 });
    const stranger = await office.download(path, { headers });
    expect(refusal(stranger)).toEqual({ status: 200, code: 4004 });
    expect(stranger.text).toBe((await office.download('0'.repeat(32), { headers })).text);
    const [, second] = await finished(maker);
    expect(refusal(await office.download(second, { ticket: await ticketOf() }))).toEqual({ status: 404, code: 4004 });
  });

  it.each(['..%2F..%2Fetc%2Fpasswd', '%00', 'drafts', 'A'.repeat(32), '%E4%B8%AD', "'%3B--"])(
    'for the path %s',
    async (guess) => {
      expect(refusal(await office.download(guess, { headers: maker.headers }))).toMatchObject({
        code: expect.any(Number),
      });
    },
  );

  it('to who has lost a key of a column in it, and given again with the key', async () => {
    const buyer = await office.hire({ keys: ['stock:costView'] });
    const [task, file] = await finished(buyer);
    expect((await office.download(file, { ticket: await ticketOf(buyer, task) })).text).toContain('成本');
    const taken = await ticketOf(buyer, task);
    await sql`delete from role_permission where permission_key = 'stock:costView' and role_id in (select role_id from admin_role where admin_id = ${buyer.id})`.execute(
      db,
    );
    office.server.identity.forget();
    expect(refusal(await office.download(file, { ticket: taken }))).toEqual({ status: 403, code: 4003 });
    expect(await office.ask(buyer, downloadTicket, { task_id: task })).toMatchObject({ code: 4003 });
    expect(refusal(await office.download(file, { headers: buyer.headers }))).toEqual({ status: 403, code: 4003 });
    await sql`insert into role_permission (role_id, permission_key) select role_id, 'stock:costView' from admin_role where admin_id = ${buyer.id}`.execute(
      db,
    );
    office.server.identity.forget();
    expect((await office.download(file, { headers: buyer.headers })).text).toContain('成本');
  });

  it('to whose data scope is another than when it was made', async () => {
    const ticket = await ticketOf();
    await giveDataRole(db, maker.id, { brand: [1] });
    office.server.identity.forget();
    expect(refusal(await office.download(path, { ticket }))).toEqual({ status: 403, code: 4003 });
  });

  it('when its time is over', async () => {
    clock.at = new Date(clock.at.getTime() + (taskLimits.fileDays * 86_400 + 1) * 1000);
    const headers = await signedIn(db, maker, clock.at);
    expect(refusal(await office.download(path, { headers }))).toEqual({ status: 200, code: 4004 });
    expect(await office.ask({ headers }, downloadTicket, { task_id: id })).toMatchObject({ code: 4004 });
    expect((await office.ask({ headers }, taskList, {})).result.list[0]).toMatchObject({ status: 3, file_path: null });
  });

  it('tickets beyond those that may wait', async () => {
    const asked = await Promise.all(
      Array.from({ length: taskLimits.ticketsWaiting }, () => office.ask(maker, downloadTicket, { task_id: id })),
    );
    expect(asked.every(({ code }) => code === 200)).toBe(true);
    expect(await office.ask(maker, downloadTicket, { task_id: id })).toMatchObject({ code: 4029 });
  });
});

describe('given', () => {
  it('whole, as an attachment under the task’s name, kept by nobody on the way', async () => {
    const { result } = await office.ask(maker, downloadTicket, { task_id: id });
    const { status, headers, text } = await office.download(path, { ticket: result.ticket });
    expect(result.file_name).toMatch(/^我的_库存_\d{8}\.csv$/);
    expect([status, text]).toEqual([200, content]);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-length': String(Buffer.byteLength(content)),
      'content-disposition': `attachment; filename="export.csv"; filename*=UTF-8''${encodeURIComponent(result.file_name)}`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('to the token as well, and each time leaves a trace', async () => {
    await office.download(path, { ticket: await ticketOf() });
    expect((await office.download(path, { headers: maker.headers })).text).toBe(content);
    const { rows } =
      await sql`select admin_id from audit_log where doc_type = 'exportTask' and action = 'download' and doc_id = ${id}`.execute(
        db,
      );
    expect(rows).toEqual([{ admin_id: maker.id }, { admin_id: maker.id }]);
  });

  it('and asking only for the head uses no ticket up', async () => {
    const ticket = await ticketOf();
    await office.server.app.inject({ method: 'HEAD', url: `/download/${path}?ticket=${ticket}` });
    expect((await office.download(path, { ticket })).text).toBe(content);
  });
});
