import { describe, expect, it } from 'vitest';
import { stocktakingOf } from '#src/areas/handheld/stocktaking/stocktaking.ts';
import { newScan } from '#tests/factories/new-entry.ts';
import { sheetDownload } from '#tests/factories/sheet-download.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { Office } from '#tests/torture/office.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** What happens in the dark, after a first count by a measured clock, around a second one. */
interface Dark {
  before?(device: TestDevice): void | Promise<TestDevice>;
  after?(device: TestDevice): void;
}

const set = (by: number) => (device: TestDevice) => {
  device.clockError += by;
};
const restart = (by: number) => async (device: TestDevice) => {
  device.local.close();
  const next = quiet(await device.secondPage());
  next.time = device.time;
  next.clockError = device.clockError + by;
  return next;
};
const sleep = (device: TestDevice) => {
  device.time += 30 * minute;
  device.slept += 30 * minute;
};

describe('a clock that is set in the dark', () => {
  it.each<[string, Dark]>([
    ['a day back', { before: set(-day) }],
    ['8 minutes back', { before: set(-8 * minute) }],
    ['8 minutes ahead', { before: set(8 * minute) }],
    ['a day back, and right again before anything is sent', { before: set(-day), after: set(day) }],
    ['8 minutes ahead, and right again before anything is sent', { before: set(8 * minute), after: set(-8 * minute) }],
    ['8 minutes back while the page was closed', { before: restart(-8 * minute) }],
    [
      'a day back while the page was closed, and right again before anything is sent',
      { before: restart(-day), after: set(day) },
    ],
  ])('%s: what was counted since is sent as in doubt, and nothing else', async (_what, dark) => {
    expect(await doubtsOf(dark)).toEqual([undefined, true, undefined]);
  });

  it.each<[string, Dark]>([
    ['has slept', { before: sleep }],
    ['was restarted', { before: restart(0) }],
    ['is set after the count', { after: set(-day) }],
    ['strays by less than two minutes', { before: set(-minute) }],
  ])('is not doubted for a device that %s', async (_what, dark) => {
    expect(await doubtsOf(dark)).toEqual([undefined, undefined, undefined]);
  });

  it('leaves in doubt what is sent again', async () => {
    const office = new Office();
    const device = await measured(await newDevice(office.send), office);
    device.clockError -= day;
    const { op_id } = await stocktakingOf(device.local).append(newScan({ barcode: 'refuse' }));
    await device.local.drain();
    await device.local.outbox.sendAgain(op_id);
    await device.local.drain();
    expect(office.taken.map(({ entry }) => entry.time_doubtful)).toEqual([true, true]);
  });

  it('is doubted where no answer tells its time', async () => {
    const office = new Office();
    const device = quiet(await newDevice(office.send));
    await signIn(device);
    await stocktakingOf(device.local).append(newScan());
    await device.local.drain();
    expect(office.taken.map(({ entry }) => entry.time_doubtful)).toEqual([true]);
  });

  it('is not waited for where the server will not hear of the sheet: the entries get their own word', async () => {
    const office = new Office();
    office.reportFailure = { kind: 'forbidden', msg: '没有操作权限' };
    office.failures = [{ kind: 'forbidden', msg: '没有操作权限' }];
    const device = quiet(await newDevice(office.send));
    await signIn(device);
    await stocktakingOf(device.local).append(newScan());
    await device.local.drain();
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 1, attention: 1 });
  });
});

/** Counts by a measured clock, in the dark, and in the light again; answers how the server heard the three. */
async function doubtsOf({ before, after }: Dark): Promise<unknown[]> {
  const office = new Office();
  let device = await measured(await newDevice(office.send), office);
  await stocktakingOf(device.local).append(newScan());
  device = (await before?.(device)) ?? device;
  office.serverTime = () => new Date(device.time).toISOString();
  device.time += minute;
  await stocktakingOf(device.local).append(newScan());
  device.time += minute;
  after?.(device);
  await device.local.drain();
  await stocktakingOf(device.local).append(newScan());
  await device.local.drain();
  return office.taken.map(({ entry }) => entry.time_doubtful);
}

/** A device that sends only when told. */
function quiet(device: TestDevice): TestDevice {
  device.local.sync.stop();
  return device;
}

/** The same with its person signed in and its clock measured by a download. */
async function measured(given: TestDevice, office: Office): Promise<TestDevice> {
  const device = quiet(given);
  office.serverTime = () => new Date(device.time).toISOString();
  await signIn(device);
  const sheet = sheetDownload({ server_time: office.serverTime() });
  await stocktakingOf(device.local).sheets.save({
    uid: 11,
    sheet,
    zones: [],
    asked: { before: device.time, after: device.time },
  });
  return device;
}

function signIn({ local }: TestDevice): Promise<void> {
  return local.session.put({ uid: 11, nickname: '', token: 'token-11', expires_at: 0 });
}
