import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { openFileStore } from '#server/platform/file-store.ts';
import { emptyDatabase, testDatabase } from '#tests/boot/database.ts';
import { pieces } from '#tests/factories/shelf.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const root = mkdtempSync(join(tmpdir(), 'back-office-comes-back-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

// In every run, whatever turn `backup.pg.test.ts` has: a restore makes the newest migrations too, all of them in one transaction.
test('a company of today comes back', async () => {
  const quiet = { files: await openFileStore(join(root, 'store')), now: new Date(), progress: () => undefined };
  const company = await testDatabase();
  const made = await pieces(company.db, 3);
  await makeBackup({ url: company.url, folder: join(root, 'company'), ...quiet });
  const { url, db } = await emptyDatabase();
  const { tables } = await restoreBackup({ url, folder: join(root, 'company'), ...quiet });
  expect(tables.find(({ name }) => name === 'sku')?.rows).toBe(made.length);
  expect(await brokenInvariants(db)).toEqual([]);
});
