import { Dexie } from 'dexie';
import { expect, it } from 'vitest';
import { openLocal } from '#src/local/index.ts';
import { newDevice } from '#tests/torture/device.ts';
import { Office } from '#tests/torture/office.ts';
import { stocktaking } from './codec.ts';
import { stocktakingOf } from './stocktaking.ts';

it('sends what a tablet of the build before counters and ticks has unsent, and shows all of it', async () => {
  const office = new Office();
  const device = await newDevice();
  office.serverTime = () => new Date(device.time).toISOString();
  const name = 'second';
  const old = new Dexie(`journal-${name}`, device.world.storage);
  old.version(2).stores({
    scans: '++id, &op_id, [uid+sheet_id+rev], [state+id]',
    outbox: 'op_id, [uid+sheet_id+seq], saved_at',
    lanes: '[uid+sheet_id], uid',
    sheets: '[uid+sheet_id], uid',
    session: 'key',
    meta: 'key',
  });
  const lane = { next_seq: 4, rev: 5, appended_at: 1, round: 1, zones: [], reported: true, stopped: null };
  await old.table('lanes').bulkAdd([11, 12, 13].map((uid) => ({ ...lane, uid, sheet_id: 1 })));
  for (const uid of [11, 12]) {
    for (const seq of [1, 2, 3]) {
      const wire = {
        op_id: `${uid}-${seq}`,
        seq,
        kind: 'add',
        zone: 'A',
        round: 1,
        barcode: '690001',
        imperfect_type: 0,
        qty: 1,
        counted_at: '2025-03-03T07:00:00.000Z',
      };
      await old
        .table('scans')
        .add({ ...wire, uid, sheet_id: 1, sku_id: 1, rev: seq, state: seq === 1 ? 'received' : 'saved' });
      if (seq > 1)
        await old.table('outbox').add({ op_id: wire.op_id, uid, sheet_id: 1, seq, saved_at: seq, entry: wire });
    }
  }
  await old.table('meta').bulkAdd([
    { key: 'skew', samples: [0] },
    { key: 'device', id: 'the-tablet' },
  ]);
  old.close();

  const local = await openLocal({ world: { ...device.world, name }, send: office.send, codecs: [stocktaking] });
  local.sync.stop();
  office.next.set(1, 2);
  expect(await local.outbox.statusNow(11)).toEqual({
    unsent: 2,
    oldest: 2,
    attention: 0,
    others: [{ uid: 12, unsent: 2 }],
  });
  await local.session.put({ uid: 11, nickname: '', token: 't', expires_at: 0 });
  await local.drain();
  expect(office.requests.map(({ device_id }) => device_id)).toEqual(['the-tablet']);
  expect(office.taken.map(({ entry }) => [entry.op_id, entry.time_doubtful])).toEqual([
    ['11-2', undefined],
    ['11-3', undefined],
  ]);
  expect(await stocktakingOf(local).countsNow({ uid: 11, sheetId: 1 })).toMatchObject({ unsent: 0, attention: [] });
  expect(await local.outbox.statusNow(11)).toMatchObject({ unsent: 0, others: [{ uid: 12, unsent: 2 }] });
  local.close();
});
