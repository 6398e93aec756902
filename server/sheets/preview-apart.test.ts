import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, describe, expect, it } from 'vitest';
import { previewApart } from './preview-apart.ts';
import { SheetError } from './sheet-error.ts';
import { previewOf } from './sheet-preview.ts';
import { fileSource } from './sheet-source.ts';

const folder = mkdtempSync(join(tmpdir(), 'back-office-sheets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function kept(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

async function workbook(rows: number): Promise<Uint8Array> {
  const goods = Array.from({ length: rows }, (_, row) => [`69${row}`, `第 ${row} 件货品，名称各不相同`, 9.9]);
  return await writeXlsx({ sheets: [{ name: '货品', rows: [['条码', '商品名称', '单价'], ...goods] }] });
}

describe('a workbook that is looked into apart', () => {
  it('says in words why it is none', async () => {
    await expect(previewApart(kept('half.xlsx', Buffer.from('PK\u0003\u0004 and no more')), 1)).rejects.toThrow(
      SheetError,
    );
  });

  it('does not hide that it is gone', async () => {
    await expect(previewApart(join(folder, 'gone.xlsx'), 1)).rejects.toThrow(/cannot read/);
  });

  it('shows its heading and its first ten rows; several at once each show their own', async () => {
    const [one, other] = [kept('one.xlsx', await workbook(30)), kept('other.xlsx', await workbook(2))];
    const [first, second] = await Promise.all([previewApart(one, 1), previewApart(other, 1)]);
    expect(first).toMatchObject({ heading: ['条码', '商品名称', '单价'], rows: { length: 10 } });
    expect(first.rows[9]).toEqual(['699', '第 9 件货品，名称各不相同', '9.9']);
    expect(second.rows).toHaveLength(2);
  });

  it('waits for two more of its person, and no further one is taken', async () => {
    const path = kept('many.xlsx', await workbook(3));
    const asked = await Promise.allSettled([1, 2, 3, 4, 5].map(() => previewApart(path, 1)));
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(asked[3]).toMatchObject({ reason: { kind: 'tooMany' } });
  });

  it('holds up nobody meanwhile', async () => {
    const path = kept('large.xlsx', await workbook(30_000));
    const here = await held(() => previewOf(fileSource(path)));
    // A busy machine holds up everybody now and then, but not each time.
    let apart = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 4 && apart >= here / 2; round += 1)
      apart = Math.min(apart, await held(() => previewApart(path, 1)));
    expect(apart).toBeLessThan(here / 2);
  });
});

/** The longest that this thread was busy in one go, in milliseconds. */
async function held(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}
