import { describe, expect, it } from 'vitest';
import { fleetCalls, type PutAway } from '#contract/areas/fleet/fleet-calls.ts';
import { type CountAnswer, type CountEntry, countCall } from '#contract/areas/warehouse/count-entry.ts';
import { stocktakingOf } from '#src/areas/handheld/stocktaking/stocktaking.ts';
import { newScan } from '#tests/factories/new-entry.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { isCarried, type Operation } from './index.ts';
import type { Send } from './stream-turn.ts';

describe('a file from a device that cannot send', () => {
  it('is none without anything unsent', async () => {
    expect(await (await newDevice()).local.outbox.carryOut()).toBeNull();
  });

  it.each([null, [], { rows: [] }, { device: 'd', saved_at: 's', rows: [{ op_id: 'x' }] }])(
    'is refused where it is not one: %j',
    (value) => expect(isCarried(value)).toBe(false),
  );

  it('brings each person’s under their own name, in order, once, and sends only those of who is signed in', async () => {
    const dying = await newDevice();
    for (const scan of [newScan({ qty: 2 }), newScan({ uid: 12 }), newScan({ qty: 3 })])
      await stocktakingOf(dying.local).append(scan);
    const carried = JSON.parse(JSON.stringify(await dying.local.outbox.carryOut())) as unknown;
    if (!isCarried(carried)) throw new Error('not read as ours');
    const server = serverOf();
    const other = await signedIn(server);
    const mine = { uid: 11, count: 2 };
    expect(await other.local.outbox.carryIn(carried)).toEqual({
      taken: [mine, { uid: 12, count: 1 }],
      known: 0,
      foreign: 0,
    });
    expect(await other.local.outbox.carryIn(carried)).toEqual({ taken: [], known: 3, foreign: 0 });
    await other.local.sync.kick('again');
    expect(server.sent.map(({ qty, seq }) => [qty, seq])).toEqual([
      [2, 1],
      [3, 2],
    ]);
    expect(await other.local.outbox.statusNow(11)).toMatchObject({ unsent: 0, others: [{ uid: 12, unsent: 1 }] });
  });

  it('keeps the time of the deed, and its doubt', async () => {
    const dying = await newDevice();
    await stocktakingOf(dying.local).append(newScan());
    const carried = await dying.local.outbox.carryOut();
    const server = serverOf();
    const other = await signedIn(server);
    if (carried) await other.local.outbox.carryIn(carried);
    await other.local.sync.kick('again');
    expect(server.sent[0]).toMatchObject({ counted_at: carried?.rows[0]?.at, time_doubtful: true });
  });

  it('counts as taken what its first device has sent after all', async () => {
    const server = serverOf();
    const dying = await signedIn(server);
    server.offline = true;
    await stocktakingOf(dying.local).append(newScan());
    const carried = await dying.local.outbox.carryOut();
    server.offline = false;
    await dying.local.sync.kick('again');
    server.word = { outcome: 'refused', code: 4014, msg: '同一操作编号已用于其他内容' };
    const other = await signedIn(server);
    if (carried) await other.local.outbox.carryIn(carried);
    await other.local.sync.kick('again');
    expect(await other.local.outbox.statusNow(11)).toMatchObject({ unsent: 0, attention: 0 });
  });
});

describe('putting right', () => {
  it('sends a refused one as a new one, with its own time', async () => {
    const server = serverOf({ outcome: 'refused', code: 4001, msg: '不在盘点范围内' });
    const device = await signedIn(server);
    const first = await stocktakingOf(device.local).append(newScan({ qty: 9 }));
    await device.local.sync.kick('again');
    server.word = { outcome: 'accepted' };
    device.time += 600_000;
    const copy = (await device.local.outbox.correct(first.op_id, { code: '690009', qty: 6 })) as Operation;
    await device.local.sync.kick('again');
    expect(server.sent.at(-1)).toMatchObject({
      op_id: copy.op_id,
      barcode: '690009',
      qty: 6,
      counted_at: first.counted_at,
    });
    expect(await device.local.outbox.correct(first.op_id, { code: '1', qty: 1 })).toBe('not_waiting');
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 0, attention: 0 });
  });

  it('takes back first what the server holds as unknown', async () => {
    const server = serverOf({ outcome: 'unknown', code: 4001, msg: '未知条码' });
    const device = await signedIn(server);
    const { op_id } = await stocktakingOf(device.local).append(newScan({ qty: 2 }));
    await device.local.sync.kick('again');
    server.word = { outcome: 'accepted' };
    await device.local.outbox.correct(op_id, { code: '690009', qty: 2 });
    await device.local.sync.kick('again');
    expect(server.sent.slice(1)).toMatchObject([
      { kind: 'void', voids: op_id },
      { kind: 'add', barcode: '690009' },
    ]);
  });

  it('does nothing to what the server set aside for good, or knows under that id', async () => {
    for (const word of [
      { outcome: 'late', msg: '库区已关闭' },
      { outcome: 'refused', code: 4014, msg: '同一操作编号已用于其他内容' },
    ] as const) {
      const device = await signedIn(serverOf(word));
      const { op_id } = await stocktakingOf(device.local).append(newScan());
      await device.local.sync.kick('again');
      if (word.outcome === 'late')
        expect(await device.local.outbox.correct(op_id, { code: '690009', qty: 1 })).toBe('not_repeatable');
      expect(await device.local.outbox.sendAgain(op_id)).toBe('not_repeatable');
    }
  });
});

describe('putting away', () => {
  it('is told to the server with its reason, also when that has to wait', async () => {
    const server = serverOf({ outcome: 'refused', code: 4001, msg: '不在盘点范围内' });
    const device = await signedIn(server);
    const { op_id } = await stocktakingOf(device.local).append(newScan({ qty: 4 }));
    await device.local.sync.kick('again');
    server.offline = true;
    await device.local.outbox.discard(op_id, '扫错了');
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 1, attention: 0 });
    server.offline = false;
    await device.local.sync.kick('again');
    expect(server.putAway).toMatchObject([
      { discarded: op_id, kind: 'stocktaking', document: 1, why: '不在盘点范围内', reason: '扫错了' },
    ]);
    expect(server.putAway[0]?.what).toContain('+4');
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 0, attention: 0 });
  });
});

interface Server {
  word: Omit<CountAnswer, 'op_id'>;
  offline: boolean;
  sent: CountEntry[];
  putAway: PutAway[];
}

function serverOf(word: Server['word'] = { outcome: 'accepted' }): Server {
  return { word, offline: false, sent: [], putAway: [] };
}

/** A device with a person signed in, before a server that says one word to every entry. */
async function signedIn(server: Server): Promise<TestDevice> {
  const send = (async (call, input) => {
    if (server.offline) return { ok: false, failure: { kind: 'offline' } };
    const { entries = [] } = input as { entries?: (CountEntry & PutAway)[] };
    if (call.path === countCall.path) server.sent.push(...entries);
    if (call.path === fleetCalls.discarded.path) server.putAway.push(...entries);
    const answers = entries.map(({ op_id }) => ({ op_id, ...server.word }));
    return { ok: true, value: { answers, server_time: '' }, serverTime: null };
  }) as Send;
  const device = await newDevice(send, { trail: true });
  await device.local.session.put({ uid: 11, nickname: '', token: 't', expires_at: 0 });
  return device;
}
