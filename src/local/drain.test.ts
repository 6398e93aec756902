import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CountRequest, CountResult } from '#contract/areas/warehouse/count-entry.ts';
import { limits } from '#contract/kit/limits.ts';
import { type NewEntry, stocktakingOf } from '#src/areas/handheld/stocktaking/stocktaking.ts';
import type { Failure } from '#src/wire/sent.ts';
import { newScan } from '#tests/factories/new-entry.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { Office, refusedWith } from '#tests/torture/office.ts';
import { sheetStream } from '#tests/torture/scans.ts';

describe('drain', () => {
  it.each<[string, Failure]>([
    ['offline', { kind: 'offline' }],
    ['timeout', { kind: 'timeout' }],
    ['a captive portal', { kind: 'unreadable', status: 200 }],
    ['5xx', { kind: 'unavailable', status: 503, msg: '', retryAfter: null }],
    ['busy', { kind: 'unavailable', status: 200, msg: '', retryAfter: null }],
    ['an abort', { kind: 'aborted' }],
    ['a forced change of password', refusedWith(411, 'mustChangePassword')],
  ])('keeps everything after %s, waits 1–60 s, and sends the same op ids again', async (_what, failure) => {
    const office = new Office();
    const device = await deviceOf(office, 3);
    office.failures = [failure];
    expect(await device.local.drain()).toMatchObject({ end: 'waits' });
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 3, attention: 0 });
    expect(await device.local.drain()).toMatchObject({ end: 'waits' });
    expect(office.requests.length).toBe(1);
    device.time += 60_000;
    await device.local.drain();
    expect(office.requests.flatMap((request) => ids(request)).slice(0, 3)).toEqual(ids(office.requests.at(0)));
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 0 });
  });

  it('obeys Retry-After, and forgets it when the network comes back or the clock is put back', async () => {
    const office = new Office();
    const device = await deviceOf(office, 1);
    office.failures = [{ kind: 'unavailable', status: 429, msg: '', retryAfter: 300_000 }];
    await device.local.drain();
    device.time += 200_000;
    expect(await device.local.drain()).toMatchObject({ end: 'waits', pause: 100_000 });
    await device.local.sync.kick('online');
    expect(office.requests.length).toBe(2);
    office.failures = [{ kind: 'offline' }];
    await stocktakingOf(device.local).append(newScan());
    await device.local.sync.kick('timer');
    device.time -= 86_400_000;
    await device.local.sync.kick('timer');
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 0 });
  });

  it('sends at once when the network came back while a request hung', async () => {
    const office = new Office();
    const device = await deviceOf(office, 1);
    const offline: Failure = { kind: 'offline' };
    office.failures = [offline, offline, offline, offline, offline];
    for (let tries = 0; tries < 4; tries += 1) {
      await device.local.drain();
      device.time += 60_000;
    }
    await comeBackDuring(office, device);
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 0 });
  });

  it('goes on with small batches when the network came back over a large one', async () => {
    const office = new Office();
    const device = await deviceOf(office, 8);
    office.tooLargeFrom = 3;
    await comeBackDuring(office, device);
    expect(office.requests.map((request) => request.entries.length).slice(0, 3)).toEqual([8, 4, 2]);
    expect(office.taken.length).toBe(8);
  });

  it.each<[string, Failure]>([
    ['401', { kind: 'signedOut', by: 'http' }],
    ['10000', { kind: 'signedOut', by: 'body' }],
  ])(
    'holds all after %s, sends nothing under that token, and goes on after sign-in of the same person',
    async (_what, failure) => {
      const office = new Office();
      const device = await deviceOf(office, 3);
      office.failures = [failure];
      expect(await device.local.drain()).toEqual({ end: 'signed_out' });
      await device.local.sync.kick('online');
      expect(office.requests.length).toBe(1);
      await signIn(device, 11, 'fresh');
      expect(await device.local.drain()).toMatchObject({ end: 'waits' });
      expect(office.taken.length).toBe(3);
    },
  );

  it('never sends one person’s scans under another’s name, nor without anybody', async () => {
    const office = new Office();
    const device = await deviceOf(office, 3);
    await device.local.session.clear();
    expect(await device.local.drain()).toEqual({ end: 'signed_out' });
    await signIn(device, 12, 'token-12');
    await device.local.drain();
    expect(office.requests).toEqual([]);
    expect(await device.local.outbox.statusNow(12)).toMatchObject({ unsent: 0, others: [{ uid: 11, unsent: 3 }] });
    await signIn(device, 11, 'token-11');
    await device.local.drain();
    expect(office.tokens).toEqual(['token-11']);
  });

  it.each<[string, Failure]>([
    ['403', { kind: 'forbidden', msg: '没有操作权限' }],
    ['a sheet that is gone', refusedWith(4004, 'notFound')],
    [
      'a code nobody knows, with words',
      { kind: 'refused', refusal: null, code: 7777, msg: '盘点单已作废', field: null },
    ],
  ])(
    'stops the sheet after %s, shows it to a person, lets the others go on, and goes on when told',
    async (_what, failure) => {
      const office = new Office();
      const device = await deviceOf(office, 2);
      await stocktakingOf(device.local).append(newScan({ sheetId: 2 }));
      office.failures = [failure];
      await device.local.drain();
      await device.local.sync.kick('online');
      expect(office.taken.map(({ sheet }) => sheet)).toEqual([2]);
      expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 2, attention: 2 });
      await device.local.outbox.resume(sheetStream(11, 1));
      await device.local.sync.kick('again');
      expect(office.taken.map(({ sheet }) => sheet)).toEqual([2, 1, 1]);
      expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 0, attention: 0 });
    },
  );

  it('halves the batch when it is too large, and shows one that is too large by itself', async () => {
    const office = new Office();
    const device = await deviceOf(office, 8);
    office.tooLargeFrom = 3;
    await device.local.drain();
    expect(office.taken.length).toBe(8);
    expect(Math.max(...office.requests.slice(2).map((request) => request.entries.length))).toBeLessThanOrEqual(4);
    office.tooLargeFrom = 1;
    await stocktakingOf(device.local).append(newScan());
    await device.local.sync.kick('timer');
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 0, attention: 1 });
  });

  it('finds the one entry that the server will not read, and sends all others in order', async () => {
    const office = new Office();
    const device = await deviceOf(office, 9, (index) => newScan({ barcode: index === 4 ? 'poison' : `69000${index}` }));
    office.poison = refusedWith(4001, 'invalid');
    await device.local.drain();
    expect(office.taken.map(({ entry }) => entry.barcode)).toEqual(
      [0, 1, 2, 3, 5, 6, 7, 8].map((index) => `69000${index}`),
    );
    expect(office.taken.map(({ entry }) => entry.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 0, attention: 1 });
  });

  it('gives an entry over which the server breaks five tries before it shows it', async () => {
    const office = new Office();
    const device = await deviceOf(office, 1, () => newScan({ barcode: 'poison' }));
    office.poison = refusedWith(5000, 'internal');
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await device.local.drain();
      expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 1, attention: 0 });
      device.time += 60_000;
    }
    await device.local.drain();
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 0, attention: 1 });
  });

  it('removes only what the server lists, and waits when it lists nothing', async () => {
    const office = new Office();
    const device = await deviceOf(office, 3);
    office.results = [
      { answers: [], server_time: '' },
      { answers: [{ op_id: 'somebody-else', outcome: 'accepted' }], server_time: '' },
    ];
    for (let round = 0; round < 2; round += 1) {
      expect(await device.local.drain()).toMatchObject({ end: 'waits' });
      expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 3 });
      device.time += 60_000;
    }
    office.results = [{ answers: 'all of them' } as unknown as CountResult];
    expect(await device.local.drain()).toMatchObject({ end: 'waits' });
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 3 });
  });

  it('keeps what the server leaves out of its answer, and sends it again', async () => {
    const office = new Office();
    const device = await deviceOf(office, 0);
    const kept = await stocktakingOf(device.local).appendAll([newScan(), newScan(), newScan()]);
    const [first = '', left = '', last = ''] = kept.map((entry) => entry.op_id);
    office.results = [{ answers: [first, last].map((op_id) => ({ op_id, outcome: 'accepted' })), server_time: '' }];
    await device.local.sync.kick('online');
    expect(office.taken.map(({ entry }) => entry.op_id)).toEqual([left]);
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 0 });
  });

  it('keeps the server’s four words apart', async () => {
    const office = new Office();
    const device = await deviceOf(office, 4, (index) =>
      newScan({ barcode: ['690001', 'odd', 'late', 'refuse'][index] ?? '' }),
    );
    await device.local.drain();
    const { get, subscribe } = stocktakingOf(device.local).counts({ uid: 11, sheetId: 1 });
    await changed(subscribe);
    expect(get()?.last.map(({ word, outcome }) => [word, outcome])).toEqual([
      ['attention', 'refused'],
      ['attention', 'late'],
      ['attention', 'unknown'],
      ['received', 'accepted'],
    ]);
    expect(get()?.attention.find((entry) => entry.outcome === 'refused')).toMatchObject({
      code: 4001,
      msg: '条码有误',
    });
  });

  it('follows the server to its position: a lost stream begins where the server stands', async () => {
    const office = new Office();
    office.next.set(1, 41);
    const device = await deviceOf(office, 5);
    await device.local.drain();
    expect(office.taken.map(({ entry }) => entry.seq)).toEqual([41, 42, 43, 44, 45]);
    expect((await stocktakingOf(device.local).append(newScan())).seq).toBe(46);
  });

  it('sends at most one batch of the limit at a time', async () => {
    const office = new Office();
    const device = await deviceOf(office, 0);
    await stocktakingOf(device.local).appendAll(Array.from({ length: 1100 }, () => newScan()));
    await device.local.sync.kick('timer');
    const full = Array.from({ length: 5 }, () => limits.drainBatch);
    expect(office.requests.map((request) => request.entries.length)).toEqual([...full, 100]);
    expect(office.taken.map(({ entry }) => entry.seq)).toEqual(Array.from({ length: 1100 }, (_, index) => index + 1));
  });

  it('is one per device, and leaves nothing behind that came in meanwhile', async () => {
    const office = new Office();
    const device = await deviceOf(office, 2);
    const other = await device.secondPage(office.send);
    const release = office.holdNext();
    const running = device.local.sync.kick('timer');
    await release.arrived;
    expect(await other.local.drain()).toEqual({ end: 'busy' });
    await stocktakingOf(device.local).append(newScan());
    release.go();
    await running;
    expect(office.taken.length).toBe(3);
    expect(office.requests.length).toBe(2);
  });

  it('is taken over from a page that froze, which then stores nothing of what it learns', async () => {
    const office = new Office();
    const device = await deviceOf(office, 2);
    const other = await device.secondPage(office.send);
    const release = office.holdNext();
    office.results = [{ answers: [], expected_seq: 77, server_time: '' }];
    const frozen = device.local.drain();
    await release.arrived;
    other.time = device.time + 29_000;
    expect(await other.local.drain()).toEqual({ end: 'busy' });
    other.time = device.time + 31_000;
    other.visible = false;
    expect(await other.local.drain()).toEqual({ end: 'busy' });
    other.visible = true;
    await other.local.drain();
    expect(office.taken.length).toBe(2);
    await stocktakingOf(device.local).append(newScan());
    release.go();
    expect(await frozen).toEqual({ end: 'lockLost' });
    expect((await device.local.outbox.carryOut())?.rows).toHaveLength(1);
  });

  it('says nothing-unsent when the stream is quiet, at once when the zones are finished, and again after more', async () => {
    const office = new Office();
    const device = await deviceOf(office, 1);
    await device.local.drain();
    // The word that asks the server for its time, before the first entry of a clock that was never measured.
    expect(office.reports.splice(0)).toEqual([[{ zone: 'A', unsent: 1, finished: false }]]);
    device.time += 3_000;
    await device.local.drain();
    expect(office.reports).toEqual([[{ zone: 'A', unsent: 0, finished: false }]]);
    await stocktakingOf(device.local).finishZone({ uid: 11, sheetId: 1, zone: 'A' });
    await device.local.sync.kick('timer');
    expect(office.reports.at(-1)).toEqual([{ zone: 'A', unsent: 0, finished: true }]);
    await stocktakingOf(device.local).append(newScan());
    await stocktakingOf(device.local).append(newScan({ zone: 'B' }));
    device.time += 3_000;
    await device.local.sync.kick('timer');
    expect(office.reports.at(-1)).toEqual([
      { zone: 'A', unsent: 0, finished: false },
      { zone: 'B', unsent: 0, finished: false },
    ]);
    const said = office.reports.length;
    device.time += 100_000;
    await device.local.drain();
    expect(office.reports.length).toBe(said);
  });

  it('measures the clock by the server’s time and corrects the time of counting', async () => {
    const office = new Office();
    const device = await deviceOf(office, 1);
    office.serverTime = () => new Date(device.time + 7_200_000).toISOString();
    await device.local.drain();
    expect((await stocktakingOf(device.local).append(newScan())).counted_at).toBe('2025-03-03T10:00:00.000Z');
    const again = await device.secondPage();
    await changed(again.local.skew.subscribe);
    expect(again.local.skew.get()).toBe(7_200_000);
  });

  it('delivers each entry once and in order, whatever the network does in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('scan', 'drain', 'offline', 'lost', 'portal', 'void', 'later'), { maxLength: 40 }),
        async (actions) => {
          const office = new Office();
          const device = await deviceOf(office, 1);
          const kept: string[] = (await device.local.outbox.statusNow(11)).unsent === 1 ? [] : ['?'];
          const standing: string[] = [];
          for (const action of actions) {
            if (action === 'scan') {
              const { op_id } = await stocktakingOf(device.local).append(newScan());
              kept.push(op_id);
              standing.push(op_id);
            } else if (action === 'void' && standing.length > 0) {
              const voids = standing.shift() ?? '';
              kept.push((await stocktakingOf(device.local).append({ kind: 'void', uid: 11, sheetId: 1, voids })).op_id);
            }
            if (action === 'offline') office.failures.push({ kind: 'offline' });
            else if (action === 'portal') office.failures.push({ kind: 'unreadable', status: 200 });
            else if (action === 'lost') office.lostAnswers += 1;
            else if (action === 'later') device.time += 30_000;
            await device.local.drain();
          }
          office.failures = [];
          office.lostAnswers = 0;
          device.time += 60_000;
          await device.local.sync.kick('online');
          expect(office.taken.map(({ entry }) => entry.op_id).slice(1)).toEqual(kept);
          expect(office.taken.map(({ entry }) => entry.seq)).toEqual(office.taken.map((_, index) => index + 1));
        },
      ),
      { numRuns: 30 },
    );
  });
});

/** A device with someone signed in and so many scans kept while the office could not be reached. */
async function deviceOf(
  office: Office,
  scans: number,
  make: (index: number) => NewEntry = () => newScan(),
): Promise<TestDevice> {
  const device = await newDevice(office.send);
  for (let index = 0; index < scans; index += 1) await stocktakingOf(device.local).append(make(index));
  await device.local.sync.kick('timer');
  await signIn(device, 11, 'token-11');
  return device;
}

function signIn(device: TestDevice, uid: number, token: string): Promise<void> {
  return device.local.session.put({ uid, nickname: '', token, expires_at: 0 });
}

function ids(request: CountRequest | undefined): string[] {
  return request?.entries.map((entry) => entry.op_id) ?? [];
}

function changed(subscribe: (listener: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const end = subscribe(() => {
      end();
      resolve();
    });
  });
}

/** The network comes back while a request hangs. */
async function comeBackDuring(office: Office, device: TestDevice): Promise<void> {
  const release = office.holdNext();
  const running = device.local.sync.kick('timer');
  await release.arrived;
  void device.local.sync.kick('online');
  release.go();
  await running;
}
