import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, expect, test } from 'vitest';
import { inspectFile } from './file-type.ts';

const folder = mkdtempSync(join(tmpdir(), 'back-office-file-type-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is found in an uploaded sheet, and how many threads were begun for it. */
async function inspected(name: string, bytes: Uint8Array) {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  let threads = 0;
  const begun = (): void => {
    threads += 1;
  };
  process.on('worker', begun);
  try {
    const draft = { id: name, path, commit: async () => ({ id: name, size: bytes.length }), discard: async () => {} };
    const read = (from = 0) => createReadStream(path, { start: from });
    const received = { size: bytes.length, read, draft, purpose: 'import' as const, name, sha256: '' };
    return { ...(await inspectFile(received, 1)), threads };
  } finally {
    process.off('worker', begun);
  }
}

const preview = { heading: ['条码', '单价'], rows: [['691', '9.9']] };
const text = '条码,单价\n691,9.9\n';

test('what unfolds is looked into apart, what is as it is read here', async () => {
  expect(await inspected('plain.csv', Buffer.from(text))).toEqual({ type: 'csv', preview, threads: 0 });
  expect(await inspected('packed.csv.gz', gzipSync(text))).toEqual({ type: 'csv.gz', preview, threads: 1 });
  const rows = [preview.heading, ...preview.rows];
  const workbook = await writeXlsx({ sheets: [{ name: 'a', rows }] });
  expect(await inspected('book.xlsx', workbook)).toEqual({ type: 'xlsx', preview, threads: 1 });
});

test('what unfolds to far more than a table is refused in words', async () => {
  await expect(inspected('bomb.csv.gz', gzipSync('1,2\n'.repeat(2_000_000)))).rejects.toThrow('解压后过大');
});
