import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuditMark,
  type AuditSearch,
  auditExportCall,
  auditKindsCall,
  auditSearchCall,
} from '#contract/areas/ops/audit.ts';
import { checkRunCall, checkStateCall, checkTitles } from '#contract/areas/ops/checks.ts';
import { healthCall } from '#contract/areas/ops/health.ts';
import { resetSecondFactorCall, secondFactorStateCall } from '#contract/areas/ops/second-factor.ts';
import { endSessionsCall, openSessionsCall } from '#contract/areas/ops/sessions.ts';
import { setConfigCall, settingHistoryCall, settingsCall } from '#contract/areas/ops/settings.ts';
import { type SettingKey, settingKeys } from '#contract/areas/shell/config.ts';
import type { Call } from '#contract/kit/call.ts';
import { migrationFiles } from '#server/database/migrate.ts';
import type { Actor } from '#server/identity/actor.ts';
import { bases } from '#server/kit/frame.ts';
import { filesInvariant, filesMissing } from '#server/ledger/missing-files.ts';
import { systemClock } from '#server/platform/clock.ts';
import { openFileStore } from '#server/platform/file-store.ts';
import { pushChannel } from '#server/push/publish.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { person, signedIn, writing } from '#tests/factories/people.ts';
import { testServer } from '#tests/factories/server.ts';
import { checkNames, runWaitingCheck } from './check-runner.ts';
import { mountProbes } from './probes.ts';
import { serveOps } from './serve-ops.ts';

const { db, pool } = await testDatabase();
const server = await testServer(db, { serve: serveOps });
const calls = [
  checkStateCall,
  checkRunCall,
  settingsCall,
  settingHistoryCall,
  setConfigCall,
  auditSearchCall,
  auditExportCall,
  auditKindsCall,
  healthCall,
  secondFactorStateCall,
  resetSecondFactorCall,
  openSessionsCall,
  endSessionsCall,
];
const folder = mkdtempSync(join(tmpdir(), 'back-office-ops-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const files = await openFileStore(folder);
let holder: Actor;
let signed: Record<string, string>;

beforeAll(async () => {
  holder = await person(db, { keys: [...new Set(calls.map((call) => call.access)), 'brand:view'], nickname: '运维员' });
  signed = await signedIn(db, holder);
});

async function ask<In, Out>(
  call: Call<In, Out>,
  body: In,
  as = signed,
): Promise<{ code: number; msg: string; field?: string; result: Out }> {
  const headers = call.mutates ? writing(as) : as;
  const { body: answer } = await server.call(`${bases[call.service]}${call.path}`, body, { headers });
  return answer as never;
}
const clockAt = (iso: string) => ({ now: () => new Date(iso) });
const run = (clock = systemClock): Promise<void> => runWaitingCheck({ db, clock, files }, new AbortController().signal);

it.each(calls)('$path is refused without its key, whatever other key one holds', async (call) => {
  const others = calls.map(({ access }) => access).filter((access) => access !== call.access);
  const without = await signedIn(db, await person(db, { keys: [...new Set(others)] }));
  expect((await ask(call as Call, {}, without)).code).toBe(4003);
});

describe('the account check', () => {
  it('has a title for every invariant, and no title for one that is gone', () => {
    expect(Object.keys(checkTitles).sort()).toEqual(checkNames());
  });

  it('runs once at a time, however many ask, and stays on record with who asked', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => ask(checkRunCall, {})));
    expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 4010, 4010]);
    expect((await ask(checkStateCall, {})).result.running).toMatchObject({
      asked_by: '运维员',
      started_at: null,
      done: 0,
    });
    await Promise.all([run(), run(), run()]);
    const { checks, running, runs } = (await ask(checkStateCall, {})).result;
    expect([running, runs.length]).toEqual([null, 1]);
    expect(runs[0]).toMatchObject({
      total: checks.length,
      done: checks.length,
      broken: 0,
      unfinished: 0,
      broken_off: false,
    });
    expect(checks.every(({ outcome, right_since }) => outcome === 1 && right_since !== null)).toBe(true);
  });

  it('shows the rows that break one, and since when the others are right', async () => {
    const before = (await ask(checkStateCall, {})).result.checks;
    const closed = await person(db);
    await signedIn(db, closed);
    await sql`update admin set status = 0 where id = ${closed.id}`.execute(db);
    await ask(checkRunCall, {});
    await run();
    const broken = (await ask(checkStateCall, {})).result;
    const found = broken.checks.filter(({ outcome }) => outcome === 2);
    expect(found.map(({ name, rows, right_since }) => [name, rows[0]?.admin_id, right_since])).toEqual([
      ['k38-disabled-person-has-no-session', closed.id, null],
    ]);
    expect(broken.runs[0]?.broken).toBe(1);
    expect(broken.checks.find(({ name }) => name.startsWith('k01'))?.right_since).toBe(
      before.find(({ name }) => name.startsWith('k01'))?.right_since,
    );
    await sql`update session set ended_at = now() where admin_id = ${closed.id}`.execute(db);
    await ask(checkRunCall, {});
    await run();
    const mended = (await ask(checkStateCall, {})).result.checks.find(({ name }) => name.startsWith('k38'));
    expect(mended?.right_since).toBe(mended?.checked_at);
  });

  it('names tasks and attachments whose file is not there, or not as long as they say', async () => {
    const draft = await files.draft();
    writeFileSync(draft.path, 'abc');
    await draft.commit();
    const attached = (id: number, file: string, size: number) =>
      sql`
        insert into stored_file (file_id, name, type, size, sha256, admin_id, purpose, ready, created_at, doc_type, doc_id, kind, attached_by, attached_at)
        values (${file}, 'a.pdf', 'pdf', ${size}, repeat('0', 64), ${holder.id}, 'voucher', true, now(), 'brand', ${id}, 'other', ${holder.id}, now())`.execute(
        db,
      );
    await attached(1, draft.id, 3);
    await attached(2, '0'.repeat(32), 3);
    await sql`
      insert into export_task (serial_no, name, data_type, payload, admin_id, status, progress, row_count, file_size, file_path, file_extension, file_type, scope, created_at, finished_at, expire_at)
      values ('T1', '库存', 1, '{}', ${holder.id}, 3, 100, 1, 9, repeat('1', 32), 'csv', 'text/csv', '', now(), now(), now() + interval '1 day')`.execute(
      db,
    );
    expect((await filesMissing(db, files)).map(({ what, file }) => [what, file[0]])).toEqual([
      ['attachment', '0'],
      ['task', '1'],
    ]);
    await ask(checkRunCall, {});
    await run();
    const { checks } = (await ask(checkStateCall, {})).result;
    expect(checks.find(({ name }) => name === filesInvariant)).toMatchObject({ outcome: 2 });
    await sql`delete from stored_file`.execute(db);
    await sql`delete from export_task`.execute(db);
  });

  it('of a process that is gone is taken off; of one that stops it is put back', async () => {
    await ask(checkRunCall, {});
    const stopping = new AbortController();
    stopping.abort();
    await runWaitingCheck({ db, clock: systemClock, files }, stopping.signal);
    expect((await ask(checkStateCall, {})).result.running).toMatchObject({ started_at: null });
    await sql`update account_check set started_at = now(), beat_at = now() - interval '4 minutes' where finished_at is null`.execute(
      db,
    );
    expect((await ask(checkRunCall, {})).code).toBe(4010);
    await run();
    const { running, runs } = (await ask(checkStateCall, {})).result;
    expect([running, runs[0]?.broken_off]).toEqual([null, true]);
    expect((await ask(checkRunCall, {})).code).toBe(200);
    await run();
  });

  it('asks by itself at night, once', async () => {
    await sql`update account_check set asked_at = asked_at - interval '2 days'`.execute(db);
    const count = async (): Promise<number> => (await sql`select 1 from account_check`.execute(db)).rows.length;
    const had = await count();
    const day = new Date().toISOString().slice(0, 10);
    await run(clockAt(`${day}T12:00:00.000Z`));
    expect(await count()).toBe(had);
    await run(clockAt(`${day}T19:00:00.000Z`));
    await run(clockAt(`${day}T19:30:00.000Z`));
    expect(await count()).toBe(had + 1);
  });
});

describe('configuration', () => {
  const state = async (key: SettingKey) => (await ask(settingsCall, {})).result.list.find((one) => one.key === key);

  it.each([
    ['a key nobody knows', { key: 'demo_data', value: 1, version: 0 }, 'key'],
    ['a text', { key: 'service_days', value: '30', version: 0 }, 'value'],
    ['a number beyond its limit', { key: 'service_days', value: 366, version: 0 }, 'value'],
    ['a number for a list', { key: 'sku_expire_notice_times', value: 2, version: 0 }, 'value'],
    ['a list for a number', { key: 'service_days', value: [30], version: 0 }, 'value'],
    ['two for a switch', { key: 'skip_pack', value: 2, version: 0 }, 'value'],
    ['no version', { key: 'skip_pack', value: 1 }, 'version'],
  ])('refuses %s', async (_what, body, field) => {
    expect(await ask(setConfigCall, body as never)).toMatchObject({ code: 4001, field });
  });

  it('refuses an old version, and of two at once lets one through', async () => {
    const both = await Promise.all(
      [7, 8].map((value) => ask(setConfigCall, { key: 'take_diff_limit', value, version: 0 })),
    );
    expect(both.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 4009]);
    expect((await ask(setConfigCall, { key: 'take_diff_limit', value: 9, version: 0 })).code).toBe(4009);
    expect((await state('take_diff_limit'))?.version).toBe(1);
  });

  it('has every key with its default, and keeps who changed what from what to what', async () => {
    expect((await ask(settingsCall, {})).result.list.map(({ key }) => key)).toEqual(settingKeys);
    expect(await state('sku_expire_notice_times')).toEqual({
      key: 'sku_expire_notice_times',
      value: [2],
      version: 0,
      updated_by: null,
      updated_at: null,
    });
    await ask(setConfigCall, { key: 'sku_expire_notice_times', value: [3, 7], version: 0 });
    await ask(setConfigCall, { key: 'sku_expire_notice_times', value: [7], version: 1 });
    expect((await ask(settingHistoryCall, { key: 'sku_expire_notice_times' })).result.list).toMatchObject([
      { admin_name: '运维员', before: [3, 7], after: [7] },
      { admin_name: '运维员', before: [2], after: [3, 7] },
    ]);
    expect((await ask(settingHistoryCall, { key: 'skip_pack' })).result.list).toEqual([]);
  });

  it('tells open browsers', async () => {
    const client = await pool.connect();
    const heard: string[] = [];
    client.on('notification', ({ payload }) => heard.push(payload ?? ''));
    await client.query(`listen ${pushChannel}`);
    await ask(setConfigCall, { key: 'service_days', value: 15, version: 0 });
    await expect
      .poll(() => heard.map((text) => JSON.parse(text) as unknown))
      .toMatchObject([{ to: 'everyone', message: { type: 5, changed: ['config'] } }]);
    client.release(true);
  });
});

describe('the audit log', () => {
  beforeAll(async () => {
    await sql`
      insert into audit_log (doc_type, doc_id, doc_no, action, label, admin_id, at, changes)
      select 'brand', n, 'B' || n, case when n % 2 = 0 then 'edit' else 'add' end, '编辑', ${holder.id}, '2026-03-01T00:00:00Z'::timestamptz + make_interval(secs => n / 3),
        case when n = 40 then '{"name": {"before": "旧", "after": null}, "status": {"before": 1, "after": 0}}'::jsonb end
      from generate_series(1, 90) n`.execute(db);
  });
  const of = (asked: AuditSearch = {}, rest = {}) =>
    ask(auditSearchCall, { doc_type: 'brand', at_to: '2026-03-02T00:00:00Z', ...asked, ...rest });

  it.each([
    [{ admin_id: '1' }],
    [{ at_from: 'yesterday' }],
    [{ page_size: 501 }],
    [{ after: { id: 1 } }],
    [{ sql: '1' }],
  ])('refuses %j', async (asked) => {
    expect((await ask(auditSearchCall, asked as never)).code).toBe(4001);
  });

  it('gives every row once, page by page, newest first, also where many share an instant', async () => {
    const ids: number[] = [];
    const readOn = async (after?: AuditMark): Promise<void> => {
      const { list, next } = (await of({}, { page_size: 7, ...(after ? { after } : {}) })).result;
      ids.push(...list.map(({ doc_id }) => doc_id));
      if (next) await readOn(next);
    };
    await readOn();
    expect(ids).toEqual(Array.from({ length: 90 }, (_, index) => 90 - index));
  });

  it('finds by who, number, action and time, and says what changed in words', async () => {
    expect((await of({ admin_id: holder.id + 1 })).result.list).toEqual([]);
    expect((await of({ action: 'add' }, { page_size: 100 })).result.list).toHaveLength(45);
    expect((await of({ at_from: '2026-03-01T00:00:29.999Z' }, { page_size: 100 })).result.list).toHaveLength(1);
    const { list } = (await of({ doc_no: 'B40' })).result;
    expect(list).toMatchObject([
      {
        doc_label: '品牌',
        admin_name: '运维员',
        changes: [
          { label: '品牌名称', before: '旧', after: '空' },
          { label: '状态', before: '启用', after: '停用' },
        ],
      },
    ]);
  });

  it('tells of the accounts of suppliers only whoever may see those', async () => {
    const account_no = '6222020200112233445';
    await sql`
      insert into audit_log (doc_type, doc_id, doc_no, action, label, admin_id, at, changes)
      values ('supplierAccount', 7, ${account_no}, 'edit', '编辑', ${holder.id}, '2026-03-01T00:00:00Z', ${JSON.stringify({ account_no: { before: null, after: account_no } })}::jsonb)`.execute(
      db,
    );
    for (const asked of [{}, { doc_type: 'supplierAccount' }, { doc_no: account_no }])
      expect(
        JSON.stringify(await ask(auditSearchCall, { at_to: '2026-03-02T00:00:00Z', ...asked } as never)),
      ).not.toContain(account_no);
    const seer = await signedIn(db, await person(db, { keys: [auditSearchCall.access, 'supplierAccount:view'] }));
    const { result } = await ask(auditSearchCall, { doc_type: 'supplierAccount' }, seer);
    expect(result.list.map(({ doc_no }) => doc_no)).toEqual([account_no]);
  });

  it('stands on an index for each question', async () => {
    for (const asked of [
      sql`l.doc_no = 'B40'`,
      sql`l.admin_id = ${holder.id}`,
      sql`l.doc_type = 'brand'`,
      sql`l.at <= now()`,
    ]) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select l.id from audit_log l where ${asked} order by l.at desc, l.id desc limit 20`.execute(db);
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index.* Scan.* using audit_log_/);
    }
  });

  it('comes as a file that no spreadsheet runs', async () => {
    await sql`insert into audit_log (doc_type, doc_id, doc_no, action, label, admin_id, at, remark) values ('brand', 1, 'X1', 'edit', '编辑', ${holder.id}, now(), '=cmd()')`.execute(
      db,
    );
    const answer = await server.app.inject({
      method: 'POST',
      url: `${bases.erp}${auditExportCall.path}`,
      headers: signed,
      payload: { export: 1, doc_no: 'X1' },
    });
    expect(answer.headers['content-type']).toContain('text/csv');
    expect(answer.body).toContain("'=cmd()");
    expect(answer.body.trim().split('\r\n')).toHaveLength(2);
  });
});

describe('health', () => {
  it('says how things are to whom it concerns', async () => {
    const { result } = await ask(healthCall, {});
    expect(result.database).toMatchObject({ migrations: migrationFiles().length, connections: expect.any(Number) });
    expect(result.database.size).toBeGreaterThan(1_000_000);
    expect(Date.parse(result.process.started_at)).toBeLessThan(Date.now());
  });

  it('tells a load balancer yes or no and nothing else', async () => {
    const probed = await testServer(db);
    mountProbes(probed.app, { db });
    for (const url of ['/healthz', '/readyz']) {
      const answer = await probed.app.inject({ url });
      expect([answer.statusCode, answer.body]).toEqual([200, 'ok']);
    }
    await sql`insert into schema_migration (number, name, sha256) values (9999, 'of-a-newer-version', '')`.execute(db);
    await new Promise((resolve) => setTimeout(resolve, 1001));
    expect((await probed.app.inject({ url: '/readyz' })).statusCode).toBe(503);
    expect((await probed.app.inject({ url: '/healthz' })).statusCode).toBe(200);
    await sql`delete from schema_migration where number = 9999`.execute(db);
  });
});

describe('a second factor that is lost', () => {
  it('is taken away by somebody else, with a reason, and ends the sessions', async () => {
    const lost = await person(db);
    const theirs = await signedIn(db, lost);
    expect((await ask(resetSecondFactorCall, { id: lost.id, remark: '手机丢失' })).code).toBe(4004);
    await sql`insert into second_factor (admin_id, secret, since) values (${lost.id}, '\\x00', now()), (${holder.id}, '\\x00', now())`.execute(
      db,
    );
    expect((await ask(resetSecondFactorCall, { id: lost.id, remark: ' ' })).code).toBe(4001);
    expect(await ask(resetSecondFactorCall, { id: holder.id, remark: '手机丢失' })).toMatchObject({
      code: 4001,
      field: 'id',
    });
    expect((await ask(secondFactorStateCall, {})).result.people.map(({ id }) => id)).toContain(lost.id);
    expect((await ask(resetSecondFactorCall, { id: lost.id, remark: '手机丢失' })).code).toBe(200);
    expect((await ask(healthCall, {}, theirs)).code).toBe(10000);
    // The password may be one of eight characters, which stands beside a second factor only.
    expect((await sql`select must_change_password from admin where id = ${lost.id}`.execute(db)).rows).toEqual([
      { must_change_password: true },
    ]);
    expect((await sql`select must_change_password from admin where id = ${holder.id}`.execute(db)).rows).toEqual([
      { must_change_password: false },
    ]);
    expect((await ask(secondFactorStateCall, {})).result.people.map(({ id }) => id)).not.toContain(lost.id);
  });
});
