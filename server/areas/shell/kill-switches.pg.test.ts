import { type Kysely, sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveFrontEnd } from '#server/platform/front-end.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { testServer } from '#tests/factories/server.ts';
import { readKillSwitches } from './kill-switches.ts';

let db: Kysely<unknown>;

beforeAll(async () => {
  ({ db } = await testDatabase());
});

beforeEach(async () => {
  await sql`delete from config where key in ('stop_service_worker', 'pause_drain')`.execute(db);
});

describe('the kill switches on all devices', () => {
  it('are told to nobody when they cannot be read', async () => {
    const { status, body } = await asked(() => Promise.reject(new Error('the database is gone')));
    expect(status).toBe(503);
    expect(body).not.toHaveProperty('killSw');
  });

  it('are not pulled until somebody sets them, nor by a value that is no 1', async () => {
    expect((await asked()).body).toMatchObject({ killSw: false, pauseDrain: false });
    await set('stop_service_worker', '0');
    await set('pause_drain', '[1]');
    expect((await asked()).body).toMatchObject({ killSw: false, pauseDrain: false });
  });

  it.each([
    ['stop_service_worker', { killSw: true, pauseDrain: false }],
    ['pause_drain', { killSw: false, pauseDrain: true }],
  ])('are pulled by %s, without a restart and without a token', async (key, killSwitches) => {
    await set(key, '1');
    const { status, body, kept } = await asked();
    expect(status).toBe(200);
    expect(body).toMatchObject(killSwitches);
    expect(kept).toBe('no-cache');
  });
});

async function set(key: string, value: string): Promise<void> {
  await sql`insert into config (key, value, name) values (${key}, ${value}::jsonb, ${key})`.execute(db);
}

/** What a device is told that asks a server for the first time. */
async function asked(
  killSwitches = () => readKillSwitches(db),
): Promise<{ status: number; body: unknown; kept: unknown }> {
  const { app } = await testServer(db);
  await serveFrontEnd(app, { killSwitches });
  const answer = await app.inject({ url: '/version.json' });
  await app.close();
  return { status: answer.statusCode, body: answer.json(), kept: answer.headers['cache-control'] };
}
