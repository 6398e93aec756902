import { describe, expect, it } from 'vitest';
import { stocktakingOf } from '#src/areas/handheld/stocktaking/stocktaking.ts';
import { newScan } from '#tests/factories/new-entry.ts';
import { newDevice } from '#tests/torture/device.ts';

const at = { uid: 11, sheetId: 1 };

describe('a disk that is full', () => {
  it('is called full at every try, and keeps the scan at the first try after room was made', async () => {
    const { local, storage } = await newDevice();
    await stocktakingOf(local).append(newScan());
    const made = local.outbox.stamp();
    storage.diskFull = true;
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(stocktakingOf(local).append({ ...newScan(), made })).rejects.toMatchObject({ reason: 'full' });
    }
    storage.diskFull = false;
    expect(await stocktakingOf(local).append({ ...newScan(), made })).toMatchObject({ op_id: made.opId, seq: 2 });
    expect(await local.outbox.statusNow(11)).toMatchObject({ unsent: 2 });
  });

  it('leaves what is on the screen alive', async () => {
    const { local, storage } = await newDevice();
    await stocktakingOf(local).append(newScan());
    const counts = stocktakingOf(local).counts(at);
    const status = local.outbox.status(11);
    const stops = [counts, status].map((live) => live.subscribe(() => {}));
    await expect.poll(() => [counts.get()?.unsent, status.get()?.unsent]).toEqual([1, 1]);
    storage.diskFull = true;
    await expect(stocktakingOf(local).append(newScan())).rejects.toMatchObject({ reason: 'full' });
    storage.diskFull = false;
    await stocktakingOf(local).append(newScan());
    await expect.poll(() => [counts.get()?.unsent, status.get()?.unsent]).toEqual([2, 2]);
    for (const stop of stops) stop();
  });

  it('is not opened again once the page has let it go', async () => {
    const { local } = await newDevice();
    local.close();
    await expect(stocktakingOf(local).append(newScan())).rejects.toMatchObject({ reason: 'broken' });
  });
});
