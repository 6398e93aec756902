import { describe, expect, it } from 'vitest';
import { type CountAnswer, type CountEntry, countCall } from '#contract/areas/warehouse/count-entry.ts';
import type { ScanRow } from '#src/areas/handheld/stocktaking/scan.ts';
import { stocktakingOf } from '#src/areas/handheld/stocktaking/stocktaking.ts';
import { newScan } from '#tests/factories/new-entry.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { sheetStream } from '#tests/torture/scans.ts';
import type { Operation } from './index.ts';
import type { Send } from './stream-turn.ts';

const scan = newScan({ qty: 4 });

describe('settling', () => {
  it('touches nothing that does not wait for a person', async () => {
    const { device, sent } = await counted('accepted');
    const [row] = await keep(device);
    expect(await device.local.outbox.discard('nobody', '误扫')).toBe('not_waiting');
    expect(await device.local.outbox.discard(row.op_id, '误扫')).toBe('not_waiting');
    expect(await device.local.outbox.sendAgain(row.op_id)).toBe('not_waiting');
    expect(sent.length).toBe(1);
  });

  it.each(['unknown', 'late'] as const)('does not send an entry again that the server holds as %s', async (outcome) => {
    const { device } = await counted(outcome);
    const [row] = await keep(device);
    expect(await device.local.outbox.sendAgain(row.op_id)).toBe('not_repeatable');
  });

  it('sends a refused entry again under a new id, with its own time, once', async () => {
    const { device, sent, answer } = await counted('refused');
    const [row] = await keep(device);
    device.time += 600_000;
    answer('accepted');
    const copy = (await device.local.outbox.sendAgain(row.op_id)) as Operation;
    await device.local.sync.kick('timer');
    expect(copy).toMatchObject({ payload: { qty: 4 }, at: row.counted_at, seq: 2 });
    expect(copy.op_id).not.toBe(row.op_id);
    expect(sent.map((entry) => entry.op_id)).toEqual([row.op_id, copy.op_id]);
    expect(await device.local.outbox.sendAgain(row.op_id)).toBe('not_waiting');
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 0, attention: 0 });
  });

  it('puts a refused entry away with its reason and sends nothing', async () => {
    const { device, sent } = await counted('refused');
    const [row] = await keep(device);
    expect(await device.local.outbox.discard(row.op_id, '误扫')).toMatchObject({
      state: 'settled',
      settled: { how: 'discarded', reason: '误扫' },
    });
    await device.local.sync.kick('timer');
    expect(sent.length).toBe(1);
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ attention: 0 });
  });

  it('takes back at the server what it holds as unknown goods', async () => {
    const { device, sent, answer } = await counted('unknown');
    const [row] = await keep(device);
    answer('accepted');
    await device.local.outbox.discard(row.op_id, '不是我们的货');
    await device.local.sync.kick('timer');
    expect(sent.at(-1)).toMatchObject({ kind: 'void', voids: row.op_id, seq: 2 });
  });

  it('does not take it back there twice', async () => {
    const { device, answer } = await counted('unknown');
    const [row] = await keep(device);
    answer('forbidden');
    await stocktakingOf(device.local).append({ kind: 'void', uid: 11, sheetId: 1, voids: row.op_id });
    expect(await device.local.outbox.discard(row.op_id, '不是我们的货')).toMatchObject({ state: 'settled' });
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 1 });
  });

  it('leaves an unknown label before its person when the taking-back came too late', async () => {
    const { device, answer } = await counted('unknown');
    const [row] = await keep(device);
    answer('late');
    await stocktakingOf(device.local).append({ kind: 'void', uid: 11, sheetId: 1, voids: row.op_id });
    await device.local.sync.kick('timer');
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 0, attention: 2 });
  });

  it('lets an entry be taken back whose first taking-back the server refused', async () => {
    const { device, sent, answer } = await counted('accepted');
    const [row] = await keep(device);
    const taking = { kind: 'void', uid: 11, sheetId: 1, voids: row.op_id } as const;
    answer('refused');
    const { op_id } = await stocktakingOf(device.local).append(taking);
    await device.local.sync.kick('timer');
    answer('accepted');
    await stocktakingOf(device.local).append(taking);
    await device.local.sync.kick('timer');
    expect(sent.slice(1)).toMatchObject([{ voids: row.op_id }, { voids: row.op_id }]);
    await expect(device.local.outbox.sendAgain(op_id)).rejects.toMatchObject({ reason: 'nothing' });
  });

  it('takes an entry out of a stopped sheet, and the others close up behind it', async () => {
    const { device, sent, answer } = await counted('forbidden');
    const rows = await keep(device, 3);
    await device.local.outbox.discard(rows[1]?.op_id ?? '', '误扫');
    answer('accepted');
    await device.local.outbox.resume(sheetStream(11, 1));
    await device.local.sync.kick('again');
    expect(sent.slice(-2).map(({ op_id, seq }) => [op_id, seq])).toEqual([
      [rows[0].op_id, 1],
      [rows[2]?.op_id, 2],
    ]);
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 0, attention: 0 });
  });

  it('lets a stopped sheet run again when nothing of it is left', async () => {
    const { device, sent, answer } = await counted('forbidden');
    const [row] = await keep(device);
    await device.local.outbox.discard(row.op_id, '单据已删除');
    answer('accepted');
    await stocktakingOf(device.local).append(scan);
    await device.local.sync.kick('again');
    expect(sent.length).toBe(1);
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 0, attention: 0 });
  });
});

async function keep(device: TestDevice, count = 1): Promise<[ScanRow, ...ScanRow[]]> {
  const rows = await stocktakingOf(device.local).appendAll(Array.from({ length: count }, () => scan));
  await device.local.sync.kick('timer');
  return rows as [ScanRow, ...ScanRow[]];
}

/** A signed-in device whose server gives every entry the same answer, until told otherwise; `sent` is what it took. */
async function counted(first: CountAnswer['outcome'] | 'forbidden') {
  let outcome = first;
  let next = 1;
  const sent: CountEntry[] = [];
  const send = (async (call, input) => {
    if (call.path !== countCall.path) return { ok: true, value: {}, serverTime: null };
    if (outcome === 'forbidden') return { ok: false, failure: { kind: 'forbidden', msg: '没有操作权限' } };
    const answers: CountAnswer[] = [];
    for (const entry of (input as { entries: CountEntry[] }).entries) {
      if (entry.seq !== next)
        return { ok: true, value: { answers, expected_seq: next, server_time: '' }, serverTime: null };
      next += 1;
      sent.push(entry);
      answers.push({ op_id: entry.op_id, outcome, msg: outcome });
    }
    return { ok: true, value: { answers, server_time: '' }, serverTime: null };
  }) as Send;
  const device = await newDevice(send);
  await device.local.session.put({ uid: 11, nickname: '', token: 't', expires_at: 0 });
  return {
    device,
    sent,
    answer(then: CountAnswer['outcome'] | 'forbidden') {
      outcome = then;
    },
  };
}
