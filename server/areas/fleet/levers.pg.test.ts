import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { clientDevice } from '#contract/areas/fleet/client-device.ts';
import { clientVersion } from '#contract/areas/fleet/client-version.ts';
import { deviceOrder } from '#contract/areas/fleet/device-order.ts';
import { type DeviceReport, fleetCalls, type LeverTurn } from '#contract/areas/fleet/fleet-calls.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { keepServedBuild } from './keep-served-build.ts';

// Levers for chosen devices (amendments G20): who may turn them, what a device hears of them, and what is told of it afterwards.

let house: House;
let ops: Actor;
let staff: Actor;
let at = 0;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db, new Date().toISOString());
  ops = await house.person('运维', ['common:versionView', 'common:versionSave', 'common:versionPublish']);
  staff = await house.person('员工', []);
});
let ids: number[];
let names: [string, string];
beforeEach(async () => {
  at += 1;
  names = [`tablet-${at}-a`, `tablet-${at}-b`];
  for (const name of names) await seen(name);
  ids = await Promise.all(names.map(async (name) => (await deviceOf(name)).id));
});

async function seen(device_id: string, more: Partial<DeviceReport> = {}) {
  house.clock.advance(1000);
  return await house.ask(staff, fleetCalls.seen, {
    device_id,
    name: device_id,
    page_build: 'b1',
    worker_build: null,
    waiting_update: false,
    shown_as: 2,
    unsent: 3,
    oldest_seconds: 60,
    attention: 0,
    storage_persisted: true,
    storage_used: null,
    skew_ms: 0,
    ...more,
  });
}
async function deviceOf(keyword: string) {
  const { list } = await house.ask(ops, callsOf(clientDevice).list, { keyword } as never);
  return list[0] as unknown as {
    id: number;
    is_paused: boolean;
    is_stopped: boolean;
    is_asked: boolean;
    unsent: number;
  };
}
const turn = (more: Partial<LeverTurn>, by = ops) =>
  house.ask(by, fleetCalls.turn, { ids, lever: 'pause', on: true, reason: '网络割接', ...more });
const nothing = { message: null, pause: false, kill: false, build: null };

it('are turned by who may publish, of devices that are there, with what they take and nothing else', async () => {
  await expect(turn({}, staff)).rejects.toMatchObject({ kind: 'forbidden' });
  for (const [more, field] of [
    [{ ids: [] }, 'ids'],
    [{ lever: 'wipe' as never }, 'lever'],
    [{ reason: '' }, 'reason'],
    [{ level: 1 }, 'level'],
    [{ words: '你好' }, 'words'],
    [{ lever: 'message' }, 'words'],
    [{ lever: 'upgrade', least_build: 'b1' }, 'level'],
    [{ lever: 'upgrade', level: 2 }, 'least_build'],
    [{ lever: 'upgrade', level: 2, least_build: 'no build' }, 'least_build'],
    [{ lever: 'upgrade', level: 2, least_build: 'nobody-has-it' }, 'least_build'],
    [{ lever: 'message', on: false, words: '你好' }, 'words'],
    [{ lever: 'goBack', level: 2 }, 'least_build'],
    [{ lever: 'goBack', least_build: 'b1' }, 'level'],
    // Known, and not kept by the server.
    [{ lever: 'goBack', level: 2, least_build: 'b1' }, 'least_build'],
    [{ lever: 'goBack', on: false, least_build: 'b1' }, 'least_build'],
  ] as const)
    await expect(turn(more as Partial<LeverTurn>), JSON.stringify(more)).rejects.toMatchObject({
      kind: 'invalid',
      field,
    });
  await expect(turn({ ids: [...ids, 999_999] })).rejects.toMatchObject({ kind: 'notFound', field: 'ids' });
  // All or none.
  expect((await seen(names[0])).own).toEqual(nothing);
});

it('hold for the chosen devices alone, until they are let go of', async () => {
  expect(await turn({ ids: [ids[0] as number] })).toEqual({ count: 1 });
  await turn({ ids: [ids[0] as number], lever: 'kill' });
  expect((await seen(names[0])).own).toEqual({ ...nothing, pause: true, kill: true });
  expect((await seen(names[1])).own).toEqual(nothing);
  expect(await deviceOf(names[0])).toMatchObject({ is_paused: true, is_stopped: true, is_asked: false, unsent: 3 });
  // Of two that are let go of one held it.
  expect(await turn({ on: false })).toEqual({ count: 1 });
  expect(await turn({ on: false })).toEqual({ count: 0 });
  expect((await seen(names[0])).own).toEqual({ ...nothing, kill: true });
  expect(await deviceOf(names[0])).toMatchObject({ is_paused: false, is_stopped: true });
});

it('bring a message, a later one in its place', async () => {
  await turn({ lever: 'message', words: '今晚 20:00 换网络' });
  const first = (await seen(names[0])).own.message;
  expect(first?.words).toBe('今晚 20:00 换网络');
  expect((await seen(names[0])).own.message).toEqual(first);
  await turn({ lever: 'message', words: '改到 21:00' });
  const second = (await seen(names[1])).own.message;
  expect(second?.words).toBe('改到 21:00');
  expect(second?.id).toBeGreaterThan(first?.id ?? 0);
});

it('ask older builds alone for an upgrade, and the one that insists counts', async () => {
  const build = `b2-${at}`;
  await seen(names[1], { page_build: build });
  await turn({ lever: 'upgrade', level: 1, least_build: build, words: '修复打印' });
  expect((await seen(names[0])).order).toEqual({ level: 'soft', version_no: build, notes: '修复打印' });
  expect((await seen(names[1], { page_build: build })).order).toBeNull();
  expect(await deviceOf(names[0])).toMatchObject({ is_asked: true });
  await turn({ lever: 'upgrade', level: 2, least_build: build });
  expect((await seen(names[0])).order).toMatchObject({ level: 'hard' });
  // What holds for everybody holds beside it.
  const { id } = await house.ask(ops, callsOf(clientVersion).add, {
    client_type: 4,
    version_no: `9.${at}`,
    build_no: at,
    page_build: build,
    force_update: false,
    notes: '全部',
  } as never);
  await house.ask(ops, fleetCalls.publish, { id });
  expect((await seen(names[0])).order).toMatchObject({ level: 'hard' });
  await turn({ lever: 'upgrade', on: false });
  expect((await seen(names[0])).order).toMatchObject({ level: 'soft', notes: '全部' });
  await house.ask(ops, fleetCalls.revoke, { id, reason: '有问题' });
  expect((await seen(names[0])).order).toBeNull();
});

it('take a device back to a build that the server has kept, whatever else is ordered, until they are let go of', async () => {
  const [older, newer] = [`old-${at}`, `new-${at}`];
  for (const build of [older, newer]) await seen(names[0], { page_build: build });
  await sql`update client_build set is_kept = build = ${older}`.execute(house.db);
  await turn({ ids: [ids[0] as number], lever: 'upgrade', level: 1, least_build: newer });
  await expect(turn({ lever: 'goBack', level: 2, least_build: newer })).rejects.toMatchObject({
    kind: 'invalid',
    field: 'least_build',
    message: expect.stringContaining(older),
  });
  await turn({ ids: [ids[0] as number], lever: 'goBack', level: 2, least_build: older, words: '打印错位' });
  expect(await seen(names[0], { page_build: newer })).toEqual({
    order: { level: 'hard', version_no: older, notes: '打印错位' },
    own: { ...nothing, build: older },
  });
  expect(await seen(names[0], { page_build: older })).toEqual({ order: null, own: { ...nothing, build: older } });
  expect((await seen(names[1], { page_build: newer })).own).toEqual(nothing);
  await turn({ ids: [ids[0] as number], lever: 'goBack', on: false });
  expect(await seen(names[0], { page_build: older })).toMatchObject({ order: { version_no: newer }, own: nothing });
});

it('keeps what is served, and notes what can be gone back to', async () => {
  const place = mkdtempSync(join(tmpdir(), 'back-office-kept-'));
  const root = `${join(place, 'dist')}/`;
  const directory = join(place, 'builds');
  mkdirSync(root);
  const serve = async (build: string) => {
    writeFileSync(join(root, 'build.json'), JSON.stringify({ build }));
    await seen(names[0], { page_build: build });
    await keepServedBuild({ db: house.db, directory, root });
  };
  await serve(`k1-${at}`);
  await serve(`k2-${at}`);
  const { rows } = await sql<{ build: string }>`select build from client_build where is_kept order by build`.execute(
    house.db,
  );
  expect(rows.map(({ build }) => build)).toEqual([`k1-${at}`, `k2-${at}`]);
  rmSync(place, { recursive: true });
});

it('leave a row for each turn, by whom and why, and in the history of the device', async () => {
  await turn({ ids: [ids[0] as number] });
  await turn({ ids: [ids[0] as number], on: false, reason: '割接完成' });
  const { list } = await house.ask(ops, callsOf(deviceOrder).list, { device_report_id: [ids[0]] } as never);
  expect(list).toMatchObject([
    {
      lever: 'pause',
      is_on: false,
      is_present: false,
      reason: '割接完成',
      admin_id: ops.id,
      device_report_id__title: names[0],
    },
    { lever: 'pause', is_on: true, is_present: false, reason: '网络割接', admin_id: ops.id },
  ]);
  await expect(house.ask(staff, callsOf(deviceOrder).list, {} as never)).rejects.toMatchObject({ kind: 'forbidden' });
});
