import { describe, expect, it } from 'vitest';
import type { SheetGoods } from '#contract/areas/warehouse/count-entry.ts';
import { stocktakingOf } from '#src/areas/handheld/stocktaking/stocktaking.ts';
import { newScan } from '#tests/factories/new-entry.ts';
import { sheetDownload } from '#tests/factories/sheet-download.ts';
import { newDevice } from '#tests/torture/device.ts';
import { firstBackoff, halved, slower, waitOf } from './backoff.ts';
import { median } from './clock.ts';
import { openJournal } from './databases.ts';
import { prune } from './retention.ts';
import type { Operation } from './rows.ts';

const day = 86_400_000;

describe('references', () => {
  const key = { uid: 11, name: 'menu', schema: 1 };

  it('has nothing for another person, another name or another shape', async () => {
    const { local } = await newDevice();
    await local.references.put(key, ['首页']);
    expect(await local.references.get({ ...key, uid: 12 })).toBeNull();
    expect(await local.references.get({ ...key, name: 'permissions' })).toBeNull();
    expect(await local.references.get({ ...key, schema: 2 })).toBeNull();
  });

  it('keeps an expired value and marks it: 36000 s, also when the clock went back', async () => {
    const device = await newDevice();
    await device.local.references.put(key, ['首页']);
    device.time += 36_000_000 - 1;
    expect(await device.local.references.get(key)).toMatchObject({ value: ['首页'], expired: false });
    device.time += 1;
    expect(await device.local.references.get(key)).toMatchObject({ value: ['首页'], expired: true });
    device.time -= 2 * 36_000_000;
    expect(await device.local.references.get(key)).toMatchObject({ expired: true });
  });

  it('asks only when it must, and goes on with the old value when nothing better comes', async () => {
    const device = await newDevice();
    let asked = 0;
    const fetch = (value?: string[]) => async () => {
      asked += 1;
      return value;
    };
    expect(await device.local.references.through(key, fetch())).toBeNull();
    expect(await device.local.references.through(key, fetch(['a']))).toMatchObject({ value: ['a'] });
    expect(await device.local.references.through(key, fetch(['b']))).toMatchObject({ value: ['a'] });
    device.time += 36_000_000;
    expect(await device.local.references.through(key, fetch())).toMatchObject({ value: ['a'], expired: true });
    expect(await device.local.references.through(key, fetch(['b']))).toMatchObject({ value: ['b'], expired: false });
    expect(asked).toBe(4);
  });

  it('forgets one person at sign-out, and no scan with it', async () => {
    const { local } = await newDevice();
    await local.references.put(key, ['a']);
    await local.references.put({ ...key, uid: 12 }, ['b']);
    await stocktakingOf(local).append(newScan());
    await local.references.clear(11);
    await local.session.clear();
    expect(await local.references.get(key)).toBeNull();
    expect(await local.references.get({ ...key, uid: 12 })).not.toBeNull();
    expect(await local.outbox.statusNow(11)).toMatchObject({ unsent: 1 });
  });
});

describe('sheets', () => {
  it('are their person’s, with a finder for their goods', async () => {
    const { local } = await newDevice();
    const goods = [goodsOf(1, ['85123A']), goodsOf(2, ['85123a'])];
    await stocktakingOf(local).sheets.save({ uid: 11, sheet: sheetDownload({ goods }), zones: ['A'] });
    const open = await stocktakingOf(local).sheets.open(11, 1);
    expect(open?.find('85123a')?.sku_id).toBe(2);
    expect(open?.clashes('85123a')).toBe(false);
    expect(await stocktakingOf(local).sheets.open(12, 1)).toBeNull();
    expect(await stocktakingOf(local).sheets.list(11)).toEqual([expect.not.objectContaining({ goods })]);
  });

  it('is not removed while anything of it is unsent', async () => {
    const { local } = await newDevice();
    await stocktakingOf(local).sheets.save({ uid: 11, sheet: sheetDownload(), zones: [] });
    await stocktakingOf(local).append(newScan());
    expect(await stocktakingOf(local).sheets.remove(11, 1)).toBe(false);
    expect(await stocktakingOf(local).sheets.remove(11, 2)).toBe(true);
    expect(await stocktakingOf(local).sheets.open(11, 1)).not.toBeNull();
  });

  it('joins the server’s position when nothing is unsent, never backwards', async () => {
    const { local } = await newDevice();
    await stocktakingOf(local).sheets.save({ uid: 11, sheet: sheetDownload({ next_seq: 41 }), zones: [] });
    expect((await stocktakingOf(local).append(newScan())).seq).toBe(41);
    await stocktakingOf(local).sheets.save({ uid: 11, sheet: sheetDownload({ next_seq: 90 }), zones: [] });
    expect((await stocktakingOf(local).append(newScan())).seq).toBe(42);
  });
});

describe('prune', () => {
  it('forgets old received rows of sheets that are gone, and nothing else', async () => {
    const device = await newDevice();
    const old = device.time - 8 * day;
    const rows: Operation[] = [
      rowOf({ state: 'received', answered_at: old }),
      rowOf({ state: 'settled', settled: { how: 'discarded', reason: '', at: old } }),
      rowOf({ state: 'received', answered_at: device.time - 6 * day }),
      rowOf({ state: 'attention', outcome: 'refused', answered_at: old }),
      rowOf({ state: 'saved' }),
      rowOf({ state: 'received', answered_at: old, stream: 'stocktaking:1' }),
    ];
    const db = openJournal(device.world);
    await db.operations.bulkAdd(rows);
    await stocktakingOf(device.local).sheets.save({ uid: 11, sheet: sheetDownload(), zones: [] });
    expect(await device.local.outbox.prune()).toBe(2);
    expect((await db.operations.toArray()).map(({ id }) => id)).toEqual([3, 4, 5, 6]);
    db.close();
  });

  it('keeps so many of the newest, and counts what may not go', async () => {
    const device = await newDevice();
    const db = openJournal(device.world);
    const fresh = { state: 'received', answered_at: device.time } as const;
    await db.operations.bulkAdd([rowOf(fresh), rowOf({ state: 'saved' }), rowOf(fresh), rowOf(fresh), rowOf(fresh)]);
    expect(await prune(db, { now: device.time, keepRows: 3 })).toBe(2);
    expect((await db.operations.toArray()).map(({ id }) => id)).toEqual([2, 4, 5]);
    db.close();
  });
});

describe('small things', () => {
  it('makes the device’s id once, also when two pages ask at the same time', async () => {
    const device = await newDevice();
    const other = await device.secondPage();
    const ids = await Promise.all([device.local.deviceId(), other.local.deviceId(), device.local.deviceId()]);
    expect(new Set(ids).size).toBe(1);
  });

  it('takes the middle sample', () => {
    expect(median([])).toBe(0);
    expect(median([7])).toBe(7);
    expect(median([9_999_999, 1, 3])).toBe(3);
    expect(median([4, 1, 3, 2])).toBe(2);
  });

  it('waits between 1 s and the cap, and halves down to one', () => {
    for (let tries = 0; tries < 20; tries += 1) {
      for (const chance of [0, 0.5, 0.999]) {
        const wait = slower({ ...firstBackoff, tries }, { now: 0, chance }).notBefore;
        expect(wait).toBeGreaterThanOrEqual(1_000);
        expect(wait).toBeLessThanOrEqual(Math.min(60_000, 1_000 * 2 ** (tries + 1)));
      }
    }
    expect(waitOf({ ...firstBackoff, notBefore: 5 * day }, 0)).toBe(0);
    expect([200, 100, 3, 1].map((sent) => halved(firstBackoff, sent).size)).toEqual([100, 50, 1, 1]);
  });
});

let number = 0;

function rowOf(given: Partial<Operation>): Operation {
  number += 1;
  const head = { op_id: `op-${number}`, seq: number, at: '', payload: {} };
  return { ...head, uid: 11, stream: 'stocktaking:9', rev: number, state: 'received', ...given };
}

function goodsOf(id: number, barcodes: string[]): SheetGoods {
  return { sku_id: id, sku_no: `SKU-${id}`, name: '', color: '', size: '', imperfect_type: 0, barcodes };
}
