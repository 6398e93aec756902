import { expect, test } from '@playwright/test';
import { sql } from 'kysely';
import { takeType } from '#contract/areas/warehouse/stocktaking.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { type RunningProduct, startProduct } from './running-product.ts';
import { startedSheet } from './started-sheet.ts';
import { Tablet } from './tablet.ts';

/**
 * A take by codes is read on a tablet with no network and killed twice in mid-scan: every code that sounded arrives, once. 24 of them, 200
 * with DEEP=1.
 */
const most = process.env['DEEP'] ? 200 : 24;

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

test('codes that are read in a dead spot arrive once each', async () => {
  test.setTimeout(600_000);
  const { id, number } = await startedSheet(product, { take_type: takeType.codes, blind: false });
  await tablet.signIn('whs');
  await tablet.page.getByRole('button', { name: '我知道了' }).click();
  const { zones, pieces = [] } = await tablet.download(number);
  const [zone] = zones;
  const codes = pieces
    .filter(({ place }) => place === 'here')
    .slice(0, most)
    // By its tag, or by its number.
    .map(({ unique_code, epc }, at) => (at % 2 === 0 && epc !== null ? epc : unique_code));
  expect(codes.length).toBeGreaterThan(8);
  const reading = `/hand/count/${id}/${zone?.code}`;

  await tablet.offline(true);
  await tablet.kill(reading);
  await expect(tablet.page.getByText('请扫描')).toBeVisible();
  expect(await tablet.flaws()).toEqual([]);
  // After a kill the person reads on from the last code that the screen shows; what was read before is told as read.
  let kept = 0;
  for (const killedAfter of [Math.ceil(codes.length / 3), Math.ceil((2 * codes.length) / 3)]) {
    for (const code of codes.slice(Math.max(0, kept - 2), killedAfter)) await tablet.scan(code);
    await tablet.kill(reading);
    await expect(tablet.page.getByLabel('最近的记录')).toBeVisible();
    const shown = await tablet.unsent();
    expect(shown).toBeLessThanOrEqual(killedAfter);
    kept = shown;
  }
  for (const code of codes) await tablet.scan(code);
  await expect(tablet.page.getByTestId('queue')).toHaveAttribute('data-unsent', String(codes.length));
  await expect(tablet.page.getByText(`本区已读 ${codes.length}`).first()).toBeVisible();
  await tablet.page.getByText('看明细').click();
  expect(await tablet.flaws()).toEqual([]);

  await tablet.offline(false);
  await expect(tablet.page.getByTestId('queue')).toHaveAttribute('data-unsent', '0', { timeout: 60_000 });
  const database = await product.database();
  try {
    const { rows } = await sql<{ barcode: string; outcome: string }>`
      select barcode, outcome from stocktaking_count where stocktaking_id = ${id} order by id`.execute(
      database.database.db,
    );
    expect(rows).toHaveLength(codes.length);
    expect(new Set(rows.map(({ barcode }) => barcode))).toEqual(new Set(codes));
    expect(rows.every(({ outcome }) => outcome === 'accepted')).toBe(true);
    expect(await brokenInvariants(database.database.db)).toEqual([]);
  } finally {
    await database.close();
  }
  expect(tablet.faults).toEqual([]);
});
