import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { serveBrand } from '#server/areas/goods/brand.ts';
import { bases } from '#server/kit/frame.ts';
import { createHttp } from '#server/platform/http.ts';
import { noteBackup } from '#server/platform/last-backup.ts';
import { createLog } from '#server/platform/log.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { person, signedIn } from '#tests/factories/people.ts';
import { testServer } from '#tests/factories/server.ts';
import { mountMetrics } from './metrics.ts';

const { db, pool, reserved } = await testDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'back-office-metrics-'));
afterAll(() => rmSync(dataDir, { recursive: true }));
const token = 'a token of the watchers';
const watched = { db, pools: { main: pool, reserved }, dataDir };

it('is not there without a token of the settings, and closed without that token', async () => {
  const closed = await createHttp({ tls: undefined }, createLog({ level: 'silent' }));
  mountMetrics(closed, { ...watched, token: undefined });
  expect((await closed.inject('/metrics')).statusCode).toBe(404);
  const open = await createHttp({ tls: undefined }, createLog({ level: 'silent' }));
  mountMetrics(open, { ...watched, token });
  for (const authorization of [undefined, token, 'Bearer', `Bearer ${token}x`]) {
    const answer = await open.inject({ url: '/metrics', headers: authorization ? { authorization } : {} });
    expect([answer.statusCode, answer.body]).toEqual([401, '']);
  }
});

it('counts calls by name and outcome, connections, the queue, live connections and backups; no person, no made-up name', async () => {
  const server = await testServer(db, { serve: serveBrand, watched: { ...watched, token } });
  const headers = await signedIn(db, await person(db, { keys: ['brand:view'] }));
  const address = `${bases.erp}${callsOf(brand).list.path}`;
  await server.call(address, {}, { headers });
  await server.call(address, { nothing_of_ours: 1 }, { headers });
  await server.call(address, {});
  await server.app.inject('/api/erp/made/up/1');
  await sql`insert into export_task (serial_no, name, data_type, payload, admin_id, created_at)
    values ('GD1', '导出', 1, '{}', 1, now() - interval '1 hour')`.execute(db);
  const scrape = async (): Promise<string> =>
    (await server.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })).body;
  const text = await scrape();
  for (const outcome of ['ok', 'invalid', 'unauthorized'])
    expect(text).toContain(`calls_total{call="${address}",outcome="${outcome}"} 1`);
  expect(text).toContain(`call_duration_seconds_count{call="${address}"} 3`);
  expect(text).toContain('calls_total{call="other",outcome="notFound"} 1');
  expect(text).not.toContain('made');
  expect(text).toMatch(/database_connections\{pool="reserved",state="idle"\} \d/);
  expect(text).toContain('live_connections 0');
  expect(text).toContain('tasks_unfinished 1');
  expect(Number(/task_queue_age_seconds ([\d.]+)/.exec(text)?.[1])).toBeGreaterThan(3500);
  expect(text).toContain('database_up 1');
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  expect(text).toContain('last_backup_age_seconds Nan');
  noteBackup(dataDir, new Date(Date.now() - 60_000));
  expect(Number(/last_backup_age_seconds ([\d.]+)/.exec(await scrape())?.[1])).toBeGreaterThan(50);
});
