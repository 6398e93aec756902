import { expect, test } from '@playwright/test';
import { sql } from 'kysely';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { type RunningProduct, startProduct } from './running-product.ts';
import { startedSheet } from './started-sheet.ts';
import { Tablet } from './tablet.ts';

/**
 * The main job's first half (issue 2, "How it will be judged"): a stocktake is counted on a tablet with no network,
 * started cold, killed twice while counting and once while sending; the scans arrive once each and in order: 60 of them, 500 with DEEP=1.
 */
const scans = process.env['DEEP'] ? 500 : 60;

let product: RunningProduct;
let tablet: Tablet;

test.beforeAll(async () => {
  product = await startProduct();
  tablet = await Tablet.on(product);
});

test.afterAll(async () => {
  await tablet.off();
  await product.stop();
});

test('scans in a dead spot arrive once each, in order', async () => {
  test.setTimeout(600_000);
  const { id, number } = await startedSheet(product);
  await tablet.signIn('whs');
  // Who is named to count is told, and says that they have read it.
  await tablet.page.getByRole('button', { name: '我知道了' }).click();
  expect(await tablet.flaws()).toEqual([]);
  const sheet = await tablet.download(number);
  expect(sheet.blind).toBe(true);
  const [zone] = sheet.zones;
  const counting = `/hand/count/${id}/${zone?.code}`;
  const codes = plan(sheet.goods.flatMap((goods) => goods.barcodes));

  await tablet.offline(true);
  await tablet.kill('/hand');
  await expect(tablet.page.getByText('离线', { exact: true }).first()).toBeVisible();
  await tablet.page.getByText(number).click();
  await tablet.page.getByRole('button', { name: `盘点 ${zone?.name}` }).click();
  await expect(tablet.page.getByText('请扫描')).toBeVisible();
  await expect(tablet.page.getByText('账面')).toHaveCount(0);

  // What beeped is kept: after a kill the person goes on behind the last scan that the screen shows as kept.
  let kept = 0;
  for (const killedAfter of [Math.ceil(scans / 3), Math.ceil((2 * scans) / 3)]) {
    for (const code of codes.slice(kept, killedAfter)) await tablet.scan(code);
    await tablet.kill(counting);
    await expect(tablet.page.getByTestId('result')).toBeVisible();
    const shown = await tablet.unsent();
    expect(shown).toBeGreaterThan(kept);
    expect(shown).toBeLessThanOrEqual(killedAfter);
    kept = shown;
  }
  for (const code of codes.slice(kept)) await tablet.scan(code);
  await expect(tablet.page.getByTestId('queue')).toHaveAttribute('data-unsent', String(scans));
  expect(await tablet.flaws()).toEqual([]);

  // Coverage again: killed in the middle of the first batch, whose answer nobody reads.
  const sending = tablet.page.waitForRequest('**/v1/stocktaking/count');
  await tablet.offline(false);
  await sending;
  await tablet.kill('/hand/queue');
  await expect(tablet.page.getByTestId('queue')).toHaveAttribute('data-unsent', '0', { timeout: 60_000 });
  // Not while it says that it sends: it reports how the zone stands after the last scan.
  await expect(tablet.page.getByRole('button', { name: '检查并发送' })).toBeVisible();
  expect(await tablet.flaws()).toEqual([]);

  const database = await product.database();
  try {
    const { rows } = await sql<{ barcode: string; seq: number }>`
      select barcode, seq from stocktaking_count where stocktaking_id = ${id} order by id`.execute(
      database.database.db,
    );
    expect(rows.map((row) => row.barcode)).toEqual(codes);
    expect(rows.map((row) => Number(row.seq))).toEqual(codes.map((_, index) => index + 1));
    expect(await brokenInvariants(database.database.db)).toEqual([]);
  } finally {
    await database.close();
  }

  // Handed back, the zone closes; unknown barcodes are waiting for the office.
  await tablet.open(counting);
  await tablet.page.getByRole('button', { name: '完成本区' }).click();
  await tablet.page.getByRole('button', { name: '交回本区' }).click();
  await expect(tablet.page.getByTestId('zone-state')).toContainText('全部已接收');
  await tablet.page.getByRole('button', { name: '关闭库区' }).click();
  await tablet.page.getByRole('button', { name: '确认关闭' }).click();
  await expect(tablet.page.getByText('已关闭').first()).toBeVisible();
  const office = await product.as('whsMgr');
  const progress = await office.call<{
    zones: { code: string; closed_at: string | null; entries: number }[];
    exceptions: unknown[];
  }>('/v1/stocktaking/progress', { id });
  expect(progress.zones.find((one) => one.code === zone?.code)).toMatchObject({
    entries: scans,
    closed_at: expect.any(String),
  });
  expect(progress.exceptions).toHaveLength(codes.filter(isUnknown).length);
  expect(tablet.faults).toEqual([]);
});

/** So many codes: goods of the sheet with many repeats, and every twentieth one that nobody knows. */
function plan(barcodes: readonly string[]): string[] {
  return Array.from({ length: scans }, (_, index) => {
    if (index % 20 === 7) return `00000${String(10_000_000 + index * 7919)}`;
    return barcodes[(index * index) % Math.min(60, barcodes.length)] ?? '';
  });
}

const isUnknown = (code: string): boolean => code.startsWith('00000');
