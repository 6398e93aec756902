import { describe, expect, it } from 'vitest';
import { newScan } from '#tests/factories/new-entry.ts';
import { newDevice } from '#tests/torture/device.ts';

const at = { uid: 11, sheetId: 1 };

describe('a disk that is full', () => {
  it('is called full at every try, and keeps the scan at the first try after room was made', async () => {
    const { local, storage } = await newDevice();
    await local.journal.append(newScan());
    const made = local.journal.stamp();
    storage.diskFull = true;
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(local.journal.append({ ...newScan(), made })).rejects.toMatchObject({ reason: 'full' });
    }
    storage.diskFull = false;
    expect(await local.journal.append({ ...newScan(), made })).toMatchObject({ op_id: made.opId, seq: 2 });
    expect(await local.journal.statusNow(11)).toMatchObject({ unsent: 2 });
  });

  it('leaves what is on the screen alive', async () => {
    const { local, storage } = await newDevice();
    await local.journal.append(newScan());
    const counts = local.journal.counts(at);
    const status = local.journal.status(11);
    const stops = [counts, status].map((live) => live.subscribe(() => {}));
    await expect.poll(() => [counts.get()?.unsent, status.get()?.unsent]).toEqual([1, 1]);
    storage.diskFull = true;
    await expect(local.journal.append(newScan())).rejects.toMatchObject({ reason: 'full' });
    storage.diskFull = false;
    await local.journal.append(newScan());
    await expect.poll(() => [counts.get()?.unsent, status.get()?.unsent]).toEqual([2, 2]);
    for (const stop of stops) stop();
  });

  it('is not opened again once the page has let it go', async () => {
    const { local } = await newDevice();
    local.close();
    await expect(local.journal.append(newScan())).rejects.toMatchObject({ reason: 'broken' });
  });
});
