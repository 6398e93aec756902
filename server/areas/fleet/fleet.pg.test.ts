import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clientDevice } from '#contract/areas/fleet/client-device.ts';
import { clientVersion } from '#contract/areas/fleet/client-version.ts';
import { type DeviceReport, fleetCalls } from '#contract/areas/fleet/fleet-calls.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { next } from '#tests/factories/goods.ts';
import { addDistrictShop } from '#tests/factories/prices.ts';

// Versions of clients and the devices that run them (domain.md §4.27, amendments G20): what may be offered, and who is told what.

let house: House;
let ops: Actor;
let staff: Actor;
let buildNo = 0;
const versions = callsOf(clientVersion);

beforeAll(async () => {
  house = openHouse((await testDatabase()).db, new Date().toISOString());
  ops = await house.person('运维', ['common:versionView', 'common:versionSave', 'common:versionPublish']);
  staff = await house.person('员工', []);
});

afterEach(async () => {
  expect((await brokenInvariants(house.db)).filter(({ name }) => name.startsWith('k183'))).toEqual([]);
});

const add = async (more: object = {}) => {
  buildNo += 1;
  return await house.ask(ops, versions.add, {
    client_type: 3,
    version_no: `1.${next()}`,
    build_no: buildNo,
    notes: '更新',
    ...more,
  } as never);
};
const publish = async (id: number) => await house.ask(ops, fleetCalls.publish, { id });
const revoke = async (id: number) => await house.ask(ops, fleetCalls.revoke, { id, reason: '有问题' });
const report = (more: Partial<DeviceReport> = {}): DeviceReport => ({
  device_id: 'tablet-1',
  name: '平板 1',
  page_build: 'b1',
  worker_build: 'b1',
  waiting_update: false,
  shown_as: 2,
  unsent: 0,
  oldest_seconds: null,
  attention: 0,
  storage_persisted: true,
  storage_used: 5_242_880,
  skew_ms: -1500,
  ...more,
});
const seen = async (more: Partial<DeviceReport> = {}, by = staff) => {
  house.clock.advance(1000);
  return await house.ask(by, fleetCalls.seen, report(more));
};
/** A published version of the web client that wants this build. */
const wants = async (page_build: string, more: object = {}) => {
  const { id } = await add({ client_type: 4, page_build, ...more });
  await publish(id);
  return id;
};

describe('a version is refused', () => {
  it('that is not newer than all of its client, or says what its client has not', async () => {
    const { id } = await add();
    for (const [more, field] of [
      [{ build_no: buildNo }, 'build_no'],
      [{ client_type: 4 }, 'page_build'],
      [{ client_type: 4, page_build: 'a b' }, 'page_build'],
      [{ page_build: 'b1' }, 'page_build'],
      [{ file_path: 'x.apk' }, 'file_path'],
      [{ gray_shop_ids: [999_999] }, 'gray_shop_ids'],
      [{ notes: '' }, 'notes'],
    ] as const)
      await expect(add({ build_no: buildNo, ...more }), JSON.stringify(more)).rejects.toMatchObject({ field });
    buildNo += 5;
    await house.ask(ops, versions.edit, { id, version: 1, notes: '改写' } as never);
    await publish(id);
    await expect(house.ask(ops, versions.edit, { id, version: 3, notes: '再改' } as never)).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
  });

  it('to be offered without its package, with a build that no device has, or twice', async () => {
    const pos = await add({ client_type: 1 });
    await expect(publish(pos.id)).rejects.toMatchObject({ field: 'file_path' });
    const web = await add({ client_type: 4, page_build: 'nobody-has-it' });
    await expect(publish(web.id)).rejects.toMatchObject({ field: 'page_build' });
    await expect(add({ client_type: 4, page_build: 'nobody-has-it' })).rejects.toMatchObject({ field: 'page_build' });
    const mini = await add();
    await expect(revoke(mini.id)).rejects.toMatchObject({ kind: 'illegalTransition' });
    await publish(mini.id);
    await expect(publish(mini.id)).rejects.toMatchObject({ kind: 'illegalTransition' });
    await revoke(mini.id);
    await expect(publish(mini.id)).rejects.toMatchObject({ kind: 'illegalTransition' });
    await expect(house.ask(staff, fleetCalls.publish, { id: mini.id })).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

describe('a device', () => {
  it('says what it is strictly, and is one row whoever uses it', async () => {
    for (const [more, field] of [
      [{ page_build: 'no build' }, 'page_build'],
      [{ device_id: '' }, 'device_id'],
      [{ unsent: -1 }, 'unsent'],
      [{ oldest_seconds: 1e12 }, 'oldest_seconds'],
      [{ storage_quota: -1 }, 'storage_quota'],
      [{ reader: '' }, 'reader'],
      [{ admin_id: 1 } as object, 'admin_id'],
    ] as const)
      await expect(seen(more as Partial<DeviceReport>), field).rejects.toMatchObject({ kind: 'invalid', field });
    await seen();
    const told = { storage_quota: 104_857_600, reader: 'USB 串口 10C4:EA60' };
    await seen({ unsent: 4, oldest_seconds: 600, attention: 1, page_build: 'b2', waiting_update: true, ...told }, ops);
    const { list } = await house.ask(ops, callsOf(clientDevice).list, { keyword: '平板 1' } as never);
    expect(list).toMatchObject([
      {
        admin_id: ops.id,
        page_build: 'b2',
        unsent: 4,
        oldest_minutes: 10,
        attention: 1,
        storage_mb: 5,
        free_mb: 95,
        reader: 'USB 串口 10C4:EA60',
        skew_seconds: -2,
        is_away: false,
        waiting_update: true,
      },
    ]);
  });

  it('is told of a newer version, softly or not, and never of an older one', async () => {
    await seen({ page_build: 'c1' });
    await seen({ page_build: 'c2' });
    await seen({ page_build: 'c3' });
    const first = await wants('c2', { notes: '收货更快' });
    expect(await seen({ page_build: 'c1' })).toMatchObject({
      order: { level: 'soft', version_no: expect.any(String) as unknown, notes: '收货更快' },
    });
    for (const build of ['c2', 'c3', 'brand-new'])
      expect(await seen({ page_build: build })).toMatchObject({ order: null });
    const second = await wants('c3', { force_update: true });
    expect((await seen({ page_build: 'c2' })).order).toMatchObject({ level: 'hard' });
    const { list } = await house.ask(ops, fleetCalls.builds, {});
    expect(list).toMatchObject([{ build: 'c2', devices: 1, present: 1, is_wanted: false, is_old: true }]);
    // Taken back, the version before it is offered again; that one too, nothing is.
    await revoke(second);
    expect((await seen({ page_build: 'c1' })).order).toMatchObject({ level: 'soft', notes: '收货更快' });
    await revoke(first);
    expect(await seen({ page_build: 'c1' })).toMatchObject({ order: null });
  });

  it('of some shops is told first', async () => {
    const shop = await addDistrictShop(house.db);
    const clerk = await house.person('店员', [], [{ shop: [shop.id] }]);
    const other = await house.person('他店', [], [{ shop: [999_999] }]);
    await seen({ page_build: 'd1' });
    await seen({ page_build: 'd2' });
    const id = await wants('d2', { gray_shop_ids: [shop.id] });
    expect((await seen({ page_build: 'd1' }, clerk)).order).not.toBeNull();
    for (const by of [other, staff]) expect((await seen({ page_build: 'd1' }, by)).order).toBeNull();
    await revoke(id);
  });

  it('that was late does not undo what came after it', async () => {
    await seen({ device_id: 'desk-1', unsent: 1, oldest_seconds: 5 });
    const now = house.clock.now();
    house.clock.set(new Date(now.getTime() - 60_000));
    await house.ask(staff, fleetCalls.seen, report({ device_id: 'desk-1', unsent: 9, oldest_seconds: 50 }));
    house.clock.set(now);
    const { rows } = await sql<{ unsent: number }>`select unsent from device_report where device_id = 'desk-1'`.execute(
      house.db,
    );
    expect(rows[0]?.unsent).toBe(1);
  });
});

it('the laws of the books find a version that is offered and cannot be taken', async () => {
  const pos = await add({ client_type: 1, file_path: 'pos.exe' });
  await publish(pos.id);
  expect(await brokenBy(house.db, [sql`update client_version set file_path = null where id = ${pos.id}`])).toContain(
    'k183',
  );
});

describe('five browsers of three builds', () => {
  /** What each of them says of itself: two on the newest build, two on the one before, one on the first. */
  const browsers: readonly (readonly [device: string, more: Partial<DeviceReport>])[] = [
    ['five-a', { page_build: 'five-1', worker_build: 'five-1', unsent: 12, oldest_seconds: 7200, attention: 1 }],
    ['five-b', { page_build: 'five-2', worker_build: 'five-3', waiting_update: true, unsent: 3, oldest_seconds: 60 }],
    ['five-c', { page_build: 'five-2', worker_build: 'five-2', reader: 'CH340 USB', storage_persisted: false }],
    [
      'five-d',
      { page_build: 'five-3', worker_build: 'five-3', storage_used: 12_582_912, storage_quota: 1_073_741_824 },
    ],
    ['five-e', { page_build: 'five-3', worker_build: null, shown_as: 1, skew_ms: 90_000 }],
  ];
  const shares = async () => {
    const { list } = await house.ask(ops, fleetCalls.builds, {});
    return list
      .filter(({ build }) => build.startsWith('five-'))
      .map(({ build, devices, present, unsent, is_wanted, is_old }) => [
        build,
        devices,
        present,
        unsent,
        ...(is_wanted ? ['wanted'] : []),
        ...(is_old ? ['old'] : []),
      ]);
  };
  const listed = async (filter: object = {}) => {
    const { list, sum } = await house.ask(ops, callsOf(clientDevice).list, {
      keyword: 'five-',
      sort: 'name',
      ...filter,
    } as never);
    return { rows: list as unknown as Record<string, unknown>[], sum };
  };

  it('are shown as they are: each by itself, by filters, in sums, and in the chart against the version that is published', async () => {
    for (const [device_id, more] of browsers) await seen({ device_id, name: device_id, ...more });
    const { rows, sum } = await listed();
    expect(rows.map((row) => [row['name'], row['page_build'], row['worker_build'], row['unsent']])).toEqual([
      ['five-a', 'five-1', 'five-1', 12],
      ['five-b', 'five-2', 'five-3', 3],
      ['five-c', 'five-2', 'five-2', 0],
      ['five-d', 'five-3', 'five-3', 0],
      ['five-e', 'five-3', null, 0],
    ]);
    expect(sum).toEqual({ unsent: 15, attention: 1 });
    const [a, b, c, d, e] = rows;
    expect(a).toMatchObject({ oldest_minutes: 120, attention: 1, waiting_update: false, is_away: false });
    expect(b).toMatchObject({ oldest_minutes: 1, waiting_update: true });
    expect(c).toMatchObject({ oldest_minutes: null, reader: 'CH340 USB', storage_persisted: false });
    expect(d).toMatchObject({ storage_mb: 12, free_mb: 1012 });
    expect(e).toMatchObject({ shown_as: 1, skew_seconds: 90 });
    const named = async (filter: object) => (await listed(filter)).rows.map(({ name }) => name);
    expect(await named({ page_build: 'five-2' })).toEqual(['five-b', 'five-c']);
    expect(await named({ waiting_update: true })).toEqual(['five-b']);
    expect(await named({ storage_persisted: false })).toEqual(['five-c']);

    const version = await wants('five-3');
    expect(await shares()).toEqual([
      ['five-3', 2, 2, 0, 'wanted'],
      ['five-2', 2, 2, 3, 'old'],
      ['five-1', 1, 1, 12, 'old'],
    ]);
    // One takes it, and has sent; one has been away for a day.
    await seen({ device_id: 'five-b', name: 'five-b', page_build: 'five-3', worker_build: 'five-3' });
    await sql`update device_report set seen_at = now() - interval '1 day', first_seen_at = now() - interval '2 days' where device_id = 'five-a'`.execute(
      house.db,
    );
    expect(await shares()).toEqual([
      ['five-3', 3, 3, 0, 'wanted'],
      ['five-2', 1, 1, 0, 'old'],
      ['five-1', 1, 0, 12, 'old'],
    ]);
    expect((await listed({ is_away: true })).rows).toMatchObject([{ name: 'five-a', unsent: 12 }]);
    await revoke(version);
    expect((await shares()).flat()).not.toContain('wanted');
  });

  it('that are one device in two windows are one', async () => {
    await seen({ device_id: 'five-w', name: 'five-w', page_build: 'five-4' });
    await seen({ device_id: 'five-w', name: 'five-w', page_build: 'five-5' });
    expect((await shares()).filter(([build]) => build === 'five-4')).toEqual([]);
    expect((await listed({ keyword: 'five-w' })).rows).toMatchObject([{ page_build: 'five-5' }]);
  });
});
