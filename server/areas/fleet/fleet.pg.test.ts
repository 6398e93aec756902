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
