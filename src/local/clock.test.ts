import { describe, expect, it } from 'vitest';
import { stocktakingOf } from '#src/areas/handheld/stocktaking/stocktaking.ts';
import { newScan } from '#tests/factories/new-entry.ts';
import { sheetDownload } from '#tests/factories/sheet-download.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { Office } from '#tests/torture/office.ts';
import { createClock } from './clock.ts';
import { openJournal } from './databases.ts';

const hour = 3_600_000;
const minute = 60_000;

describe('what measures nothing', () => {
  it.each<[string, { serverTime: string; before: number; after: number }]>([
    ['a time that is none', { serverTime: '', before: 0, after: 0 }],
    ['an answer that took more than 10 s and says nothing new', { serverTime: at(10_000), before: 0, after: 90_000 }],
    ['an answer before its question: the clock was put back meanwhile', { serverTime: at(0), before: 1, after: 0 }],
  ])('%s', async (_what, { serverTime, before, after }) => {
    const { clock, close } = await clockOf();
    await clock.observe(serverTime, before, after);
    expect(clock.skew()).toBe(0);
    close();
  });
});

describe('the first count in the dark', () => {
  it('carries the server’s time, not that of a tablet two hours fast', async () => {
    const device = await newDevice();
    await download(device, { ahead: 2 * hour, took: 4_000 });
    expect(await countedAt(device)).toBe('2025-03-03T06:00:00.000Z');
  });

  it('carries it after a slow download, too: as near to the server’s as that can tell', async () => {
    const device = await newDevice();
    const before = device.time;
    const sheet = sheetDownload({ server_time: at(before - 2 * hour + 3_000) });
    await stocktakingOf(device.local).sheets.save({
      uid: 11,
      sheet,
      zones: ['A'],
      asked: { before, after: before + 4 * minute },
    });
    expect(await countedAt(device)).toBe('2025-03-03T06:00:03.000Z');
  });

  it('measures nothing by a sheet that was not fetched just now', async () => {
    const device = await newDevice();
    const sheet = sheetDownload({ server_time: at(device.time - 2 * hour) });
    await stocktakingOf(device.local).sheets.save({ uid: 11, sheet, zones: [] });
    expect(await countedAt(device)).toBe('2025-03-03T08:00:00.000Z');
  });

  it('carries what the answer to a report has told', async () => {
    const office = new Office();
    const device = await newDevice(office.send);
    office.serverTime = () => at(device.time - 2 * hour);
    await stocktakingOf(device.local).sheets.save({ uid: 11, sheet: sheetDownload(), zones: ['A'] });
    await device.local.session.put({ uid: 11, nickname: '', token: 't', expires_at: 0 });
    await device.local.sync.kick('signed_in');
    expect(office.requests).toEqual([]);
    expect(await countedAt(device)).toBe('2025-03-03T06:00:00.000Z');
  });

  it('carries what another page of this device has measured since this one opened', async () => {
    const device = await newDevice();
    const other = await device.secondPage();
    await download(other, { ahead: 2 * hour, took: 0 });
    expect(await countedAt(device)).toBe('2025-03-03T06:00:00.000Z');
  });

  it('shows its skew to every page that looks', async () => {
    const device = await newDevice();
    const other = await device.secondPage();
    const told = new Promise<number>((resolve) => {
      const stop = other.local.skew.subscribe(() => {
        const skew = other.local.skew.get();
        if (!skew) return;
        stop();
        resolve(skew);
      });
    });
    await download(device, { ahead: 2 * hour, took: 0 });
    expect(await told).toBe(-2 * hour);
  });
});

describe('several answers', () => {
  it('are worth their middle', async () => {
    const { clock, close } = await clockOf();
    for (const wrong of [0, minute, -minute, 2_000, 90_000]) await clock.observe(at(wrong), 0, 0);
    expect(clock.skew()).toBe(2_000);
    close();
  });

  it('do not count a slow one that agrees', async () => {
    const { clock, close } = await clockOf();
    await clock.observe(at(0), 0, 0);
    for (let slow = 0; slow < 4; slow += 1) await clock.observe(at(30_000), 0, minute);
    for (let quick = 0; quick < 2; quick += 1) await clock.observe(at(minute), 0, 0);
    expect(clock.skew()).toBe(minute);
    close();
  });

  it('are forgotten at the first one that a clock set right gets', async () => {
    const { clock, close } = await clockOf();
    for (let answers = 0; answers < 5; answers += 1) await clock.observe(at(2 * hour), 0, 0);
    await clock.observe(at(1_000), 0, 0);
    expect(clock.skew()).toBe(1_000);
    close();
  });

  it('count together, whichever page got them', async () => {
    const device = await newDevice();
    const [one, two] = [await clockOf(device), await clockOf(device)];
    for (const wrong of [0, 10_000, 20_000]) await one.clock.observe(at(wrong), 0, 0);
    for (const wrong of [30_000, 40_000]) await two.clock.observe(at(wrong), 0, 0);
    expect(two.clock.skew()).toBe(20_000);
    one.close();
    two.close();
  });
});

/** A clock over a device's own storage. */
async function clockOf(given?: TestDevice) {
  const { world } = given ?? (await newDevice());
  const db = openJournal(world);
  return { clock: createClock(db, world), close: () => db.close() };
}

/** A download that the server answered in the middle of the way, on a tablet whose clock runs ahead. Milliseconds. */
async function download(device: TestDevice, { ahead, took }: { ahead: number; took: number }): Promise<void> {
  const before = device.time;
  const sheet = sheetDownload({ server_time: at(before - ahead + took / 2) });
  await stocktakingOf(device.local).sheets.save({
    uid: 11,
    sheet,
    zones: ['A'],
    asked: { before, after: before + took },
  });
}

async function countedAt(device: TestDevice): Promise<string> {
  const row = await stocktakingOf(device.local).append(newScan());
  return row.counted_at;
}

function at(time: number): string {
  return new Date(time).toISOString();
}
