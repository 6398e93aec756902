import { describe, expect, it } from 'vitest';
import { stocktaking } from '#src/areas/handheld/stocktaking/codec.ts';
import { stocktakingOf } from '#src/areas/handheld/stocktaking/stocktaking.ts';
import { newScan } from '#tests/factories/new-entry.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { Office } from '#tests/torture/office.ts';
import { type Local, openLocal } from './index.ts';

describe('how a drain ends', () => {
  it('is paused while operations want nothing sent: all is kept, and goes by itself when they let it', async () => {
    const office = new Office();
    const device = await deviceOf(office);
    const killSwitch = { pulled: true };
    const local = await openLocal({
      world: device.world,
      send: office.send,
      codecs: [stocktaking],
      paused: () => Promise.resolve(killSwitch.pulled),
    });
    await stocktakingOf(local).append(newScan());
    await local.sync.kick('online');
    expect(await local.drain()).toEqual({ end: 'paused' });
    expect(office.requests).toEqual([]);
    expect(await local.outbox.statusNow(11)).toMatchObject({ unsent: 1, attention: 0 });
    killSwitch.pulled = false;
    device.timers.at(-1)?.run();
    await expect.poll(async () => (await local.outbox.statusNow(11)).unsent).toBe(0);
    local.close();
  });

  it('does not ask about a pause where nothing is kept', async () => {
    const device = await newDevice();
    let asked = 0;
    const paused = () => {
      asked += 1;
      return Promise.resolve(true);
    };
    const local = await openLocal({ world: device.world, send: new Office().send, codecs: [stocktaking], paused });
    await signIn(local);
    expect(await local.drain()).toEqual({ end: 'empty', stopped: false });
    expect(asked).toBe(0);
    local.close();
  });

  it('says whether it waits with entries or only with the word about the zones', async () => {
    const office = new Office();
    const device = await deviceOf(office);
    const { outbox, drain } = device.local;
    const journal = stocktakingOf(device.local);
    await journal.append(newScan());
    office.failures = [{ kind: 'offline' }];
    expect(await drain()).toMatchObject({ end: 'waits', entries: true, stopped: false });
    await journal.finishZone({ uid: 11, sheetId: 2, zone: 'A' });
    expect(await drain()).toMatchObject({ end: 'waits', entries: true, stopped: false });
    device.time += 60_000;
    await journal.append(newScan());
    expect(await drain()).toMatchObject({ end: 'waits', entries: false, stopped: false });
    expect(await outbox.statusNow(11)).toMatchObject({ unsent: 0 });
    device.time += 3_000;
    expect(await drain()).toEqual({ end: 'empty', stopped: false });
  });

  it('names a sheet that the server has stopped, also when nothing is left to try', async () => {
    const office = new Office();
    const device = await deviceOf(office);
    const { outbox, drain } = device.local;
    const journal = stocktakingOf(device.local);
    await journal.append(newScan());
    office.failures = [{ kind: 'forbidden', msg: '没有操作权限' }];
    expect(await drain()).toMatchObject({ end: 'waits', entries: false, stopped: true });
    device.time += 3_000;
    expect(await drain()).toEqual({ end: 'empty', stopped: true });
    expect(await outbox.statusNow(11)).toMatchObject({ unsent: 1, attention: 1 });
  });
});

describe('a storage that fails only while it commits', () => {
  it('gets the room of the caches, and is not taken for another page that sends', async () => {
    const office = new Office();
    const device = await deviceOf(office);
    await stocktakingOf(device.local).append(newScan());
    const key = { uid: 11, name: 'menu', schema: 1 };
    await device.local.references.put(key, ['a']);
    device.storage.fullAtCommitTimes = 1;
    expect(await device.local.drain()).toMatchObject({ end: 'waits', entries: false });
    expect(await device.local.references.get(key)).toBeNull();
    expect(office.taken).toHaveLength(1);
  });
});

describe('a device without locks', () => {
  it('sends again at once after a drain, and is busy only while one runs', async () => {
    const office = new Office();
    const device = await deviceOf(office);
    const [one, other] = await pagesWithoutLocks(device, office);
    for (const page of [one, other, one]) {
      await stocktakingOf(device.local).append(newScan());
      expect(await page.drain()).toMatchObject({ end: 'waits', entries: false });
    }
    expect(office.taken).toHaveLength(3);
    const release = office.holdNext();
    await stocktakingOf(device.local).append(newScan());
    const running = one.drain();
    await release.arrived;
    expect(await other.drain()).toEqual({ end: 'busy' });
    release.go();
    await running;
    expect(office.taken).toHaveLength(4);
    for (const page of [one, other]) page.close();
  });

  it('leaves the lease to a page that took it from one that froze', async () => {
    const office = new Office();
    const device = await deviceOf(office);
    const [frozen, other] = await pagesWithoutLocks(device, office);
    await stocktakingOf(device.local).append(newScan());
    const first = office.holdNext();
    const ended = frozen.drain();
    await first.arrived;
    device.time += 31_000;
    const second = office.holdNext();
    const taking = other.drain();
    await second.arrived;
    first.go();
    expect(await ended).toEqual({ end: 'lockLost' });
    expect(await frozen.drain()).toEqual({ end: 'busy' });
    second.go();
    await taking;
    for (const page of [frozen, other]) page.close();
  });

  it('is drained by one page when two begin at the same time', async () => {
    const office = new Office();
    const device = await deviceOf(office);
    const [one, other] = await pagesWithoutLocks(device, office);
    await stocktakingOf(device.local).append(newScan());
    const ends = await Promise.all([one.drain(), other.drain(), one.drain(), other.drain()]);
    expect(ends.filter(({ end }) => end === 'busy')).toHaveLength(3);
    expect(office.requests).toHaveLength(1);
    for (const page of [one, other]) page.close();
  });
});

async function pagesWithoutLocks({ world }: TestDevice, { send }: Office): Promise<[Local, Local]> {
  const open = () => openLocal({ world: { ...world, locks: null }, send, codecs: [stocktaking] });
  return [await open(), await open()];
}

/** A device at which somebody is signed in, and whose own page sends nothing by itself. */
async function deviceOf(office: Office): Promise<TestDevice> {
  const device = await newDevice(office.send);
  device.local.sync.stop();
  await signIn(device.local);
  return device;
}

function signIn(local: Local): Promise<void> {
  return local.session.put({ uid: 11, nickname: '', token: 'token-11', expires_at: 0 });
}
