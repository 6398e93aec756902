import { describe, expect, it } from 'vitest';
import { type NewEntry, stocktakingOf } from '#src/areas/handheld/stocktaking/stocktaking.ts';
import { newScan } from '#tests/factories/new-entry.ts';
import { newDevice } from '#tests/torture/device.ts';
import { scansIn } from '#tests/torture/scans.ts';
import { openJournal } from './databases.ts';
import { isFull, NotSaved } from './not-saved.ts';

describe('append', () => {
  it('keeps nothing at all on a full device, and says so by type', async () => {
    const { local, storage } = await newDevice();
    storage.full = true;
    const problem = await stocktakingOf(local)
      .append(newScan())
      .catch((thrown: unknown) => thrown);
    expect(problem).toBeInstanceOf(NotSaved);
    expect(problem).toMatchObject({ reason: 'full' });
    storage.full = false;
    expect(await local.outbox.statusNow(11)).toMatchObject({ unsent: 0 });
    expect((await stocktakingOf(local).append(newScan())).seq).toBe(1);
  });

  it('drops the caches for room, and then keeps the scan', async () => {
    const device = await newDevice();
    const key = { uid: 11, name: 'menu', schema: 1 };
    await device.local.references.put(key, ['a']);
    device.storage.fullTimes = 1;
    await stocktakingOf(device.local).append(newScan());
    expect(await device.local.references.get(key)).toBeNull();
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 1 });
  });

  it('rejects when the storage is gone', async () => {
    const { local } = await newDevice();
    local.close();
    await expect(stocktakingOf(local).append(newScan())).rejects.toMatchObject({ name: 'NotSaved', reason: 'broken' });
  });

  it('refuses a void of nothing, of a void and of another person’s entry, and keeps none of the burst', async () => {
    const { local } = await newDevice();
    const row = await stocktakingOf(local).append(newScan());
    const taken = await stocktakingOf(local).append({ kind: 'void', uid: 11, sheetId: 1, voids: row.op_id });
    const wrong: NewEntry[] = [
      { kind: 'void', uid: 11, sheetId: 1, voids: 'nobody' },
      { kind: 'void', uid: 11, sheetId: 1, voids: taken.op_id },
      { kind: 'void', uid: 12, sheetId: 1, voids: row.op_id },
      { kind: 'void', uid: 11, sheetId: 2, voids: row.op_id },
    ];
    for (const entry of wrong)
      await expect(stocktakingOf(local).appendAll([newScan(), entry])).rejects.toBeInstanceOf(NotSaved);
    expect(await local.outbox.statusNow(11)).toMatchObject({ unsent: 2 });
  });

  it('takes an entry back once, and the last of a zone only where one of it is left', async () => {
    const { local } = await newDevice();
    const row = await stocktakingOf(local).append(newScan());
    await stocktakingOf(local).append(newScan({ round: 2 }));
    await stocktakingOf(local).append(newScan({ zone: 'B' }));
    await stocktakingOf(local).append(newScan({ uid: 12 }));
    await stocktakingOf(local).append(newScan({ sheetId: 2 }));
    const last: NewEntry = { kind: 'void', uid: 11, sheetId: 1, lastOf: { zone: 'A', round: 1 } };
    expect(await stocktakingOf(local).append(last)).toMatchObject({ kind: 'void', voids: row.op_id });
    for (const entry of [last, { kind: 'void', uid: 11, sheetId: 1, voids: row.op_id } as const])
      await expect(stocktakingOf(local).append(entry)).rejects.toMatchObject({ name: 'NotSaved', reason: 'nothing' });
    expect(await local.outbox.statusNow(11)).toMatchObject({ unsent: 5 });
  });

  it('takes two back when two pages do so at once', async () => {
    const first = await newDevice();
    const second = await first.secondPage();
    const rows = await stocktakingOf(first.local).appendAll([newScan(), newScan()]);
    const last: NewEntry = { kind: 'void', uid: 11, sheetId: 1, lastOf: { zone: 'A', round: 1 } };
    const taken = await Promise.all([first, second].map(({ local }) => stocktakingOf(local).append(last)));
    expect(new Set(taken.map((row) => row.voids))).toEqual(new Set(rows.map((row) => row.op_id)));
  });

  it('keeps what was made earlier under its stamp, once, at its own time', async () => {
    const device = await newDevice();
    const made = device.local.outbox.stamp();
    device.time += 600_000;
    const row = await stocktakingOf(device.local).append({ ...newScan(), made });
    expect(row).toMatchObject({ op_id: made.opId, counted_at: '2025-03-03T08:00:00.000Z' });
    expect(await stocktakingOf(device.local).append({ ...newScan(), made })).toMatchObject({ id: 1, seq: 1 });
    // Kept at the time at which it was kept: what it says of the queue's age and of a quiet lane.
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 1, oldest: device.time });
  });

  it('takes nothing for made later than now: the clock was put back', async () => {
    const device = await newDevice();
    const made = device.local.outbox.stamp();
    device.time -= 3_600_000;
    expect(await stocktakingOf(device.local).append({ ...newScan(), made })).toMatchObject({
      counted_at: '2025-03-03T07:00:00.000Z',
    });
  });

  it('keeps scan, outbox row and position together, on the disk when it resolves', async () => {
    const device = await newDevice();
    const row = await stocktakingOf(device.local).append(newScan({ qty: 3 }));
    device.storage.kill(() => true);
    const db = openJournal((await device.secondPage()).world);
    expect(await scansIn(db)).toEqual([{ ...row, id: 1 }]);
    const [waiting] = await db.unsent.toArray();
    expect(waiting).toMatchObject({ op_id: row.op_id, uid: 11, stream: 'stocktaking:1', seq: 1, at: row.counted_at });
    expect(waiting?.payload).toEqual({
      kind: 'add',
      zone: 'A',
      round: 1,
      barcode: '690001',
      imperfect_type: 0,
      qty: 3,
      sku_id: 1,
    });
    db.close();
  });

  it('numbers each lane (person, sheet) without gaps, from two pages at once too', async () => {
    const first = await newDevice();
    const second = await first.secondPage();
    const rows = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        stocktakingOf(index % 2 === 0 ? first.local : second.local).append(
          newScan({ sheetId: 1 + (index % 4 > 1 ? 1 : 0), uid: 11 + (index % 8 > 3 ? 1 : 0) }),
        ),
      ),
    );
    for (const uid of [11, 12]) {
      for (const sheetId of [1, 2]) {
        const seqs = rows.filter((row) => row.uid === uid && row.sheet_id === sheetId).map((row) => row.seq);
        expect(seqs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
      }
    }
    expect(new Set(rows.map((row) => row?.op_id)).size).toBe(40);
  });

  it('gives a void the place and goods of what it takes back', async () => {
    const { local } = await newDevice();
    const row = await stocktakingOf(local).append(newScan({ zone: 'B', round: 2, imperfectType: 3, qty: 7 }));
    const taken = await stocktakingOf(local).append({ kind: 'void', uid: 11, sheetId: 1, voids: row.op_id });
    expect(taken).toMatchObject({
      kind: 'void',
      zone: 'B',
      round: 2,
      imperfect_type: 3,
      qty: 0,
      voids: row.op_id,
      seq: 2,
    });
  });
});

describe('isFull', () => {
  it('finds a quota error by name, also inside another', () => {
    expect(isFull(null)).toBe(false);
    expect(isFull(new Error('QuotaExceededError'))).toBe(false);
    expect(isFull(new DOMException('x', 'QuotaExceededError'))).toBe(true);
    expect(isFull({ name: 'AbortError', inner: { name: 'QuotaExceededError' } })).toBe(true);
  });
});
