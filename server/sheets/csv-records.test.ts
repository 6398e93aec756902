import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { writeCsv } from 'hucre/csv';
import { afterAll, describe, expect, test } from 'vitest';
import { sheetRecords } from './sheet-records.ts';
import { fileSource, type SheetRecord } from './sheet-source.ts';

const folder = mkdtempSync(join(tmpdir(), 'csv-records-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(content: string | Uint8Array, name = 'a.csv'): Promise<SheetRecord[]> {
  const path = join(folder, name);
  writeFileSync(path, content);
  const records: SheetRecord[] = [];
  for await (const record of sheetRecords(fileSource(path))) records.push(record);
  return records;
}
const cellsOf = async (content: string | Uint8Array, name?: string) =>
  (await read(content, name)).map((record) => record.cells);

describe('broken files', () => {
  test('a file that is not there, a file that is not packed', async () => {
    await expect(async () => {
      for await (const _record of sheetRecords(fileSource(join(folder, 'none.csv'))));
    }).rejects.toThrow(/cannot read .*none\.csv: it does not exist/);
    await expect(read(gzipSync('a,b\n'.repeat(1000)).subarray(0, 20), 'cut.csv.gz')).rejects.toThrow(/cannot read/);
  });

  test('a quotation mark that nobody closes is said, and ends the reading', async () => {
    expect(await read('a,b\n1,"2\n3,4\n')).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 2, cells: [], broken: expect.objectContaining({ en: expect.stringContaining('never closed') }) },
    ]);
    const endless = await read(`a\n"${'x\n'.repeat(800_000)}`);
    expect(endless.at(-1)?.broken?.en).toContain('never closed');
  });

  test('a packed file that unfolds to far more than a table', async () => {
    await expect(read(gzipSync('1,2\n'.repeat(2_000_000)), 'bomb.csv.gz')).rejects.toThrow(/far more/);
    expect(await read(gzipSync('1,2\n'.repeat(100_000)), 'even.csv.gz')).toHaveLength(100_000);
  });

  test('text behind a closing quotation mark', async () => {
    for (const text of ['"a"b,c\nd,e\n', 'c,""b""\nd,e\n', '""b,c\nd,e\n'])
      expect([text, (await read(text)).map((record) => record.broken !== undefined)]).toEqual([text, [true, false]]);
    expect(await cellsOf('"" ,b\n')).toEqual([['', 'b']]);
  });
});

/** A text as UTF-16, low or high byte first, with or without the mark that says which. */
function utf16(text: string, { high = false, mark = true } = {}): Buffer {
  const bytes = Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le');
  return high ? bytes.swap16() : bytes;
}

describe('UTF-16', () => {
  const text = '货号,数量\r\n短袖衬衫,12\r\n"长,裤",3';
  const cells = [
    ['货号', '数量'],
    ['短袖衬衫', '12'],
    ['长,裤', '3'],
  ];

  test.each([true, false])('without a mark is told plainly, packed or not (high byte first: %s)', async (high) => {
    const bytes = utf16(text, { high, mark: false });
    await expect(read(bytes)).rejects.toThrow(/UTF-16 without a byte order mark/);
    await expect(read(gzipSync(bytes), 'bare.csv.gz')).rejects.toThrow(/UTF-16 without a byte order mark/);
  });

  test('half a character and half a unit are rows that cannot be read; zeros of no text are no sheet', async () => {
    const half = Buffer.concat([utf16('a,b\n1,'), Buffer.from([0x00, 0xd8]), utf16('\n2,3\n4,5', { mark: false })]);
    const records = await read(Buffer.concat([half, Buffer.from([0x31])]));
    expect(records.map(({ row, broken }) => [row, broken?.en.includes('cannot be read')])).toEqual([
      [1, undefined],
      [2, true],
      [3, undefined],
      [4, true],
    ]);
    await expect(read(Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]))).rejects.toThrow(/neither CSV nor XLSX/);
    await expect(read(Buffer.from('a,b\n\0,2\n'))).rejects.toThrow(/neither CSV nor XLSX/);
  });

  test.each([true, false])('with a mark is read, packed or not (high byte first: %s)', async (high) => {
    expect(await cellsOf(utf16(text, { high }))).toEqual(cells);
    expect(await cellsOf(gzipSync(utf16(text, { high })), 'marked.csv.gz')).toEqual(cells);
  });

  test('as spreadsheets save Unicode text: parted by tabs', async () => {
    expect(await cellsOf(utf16('货号\t数量\t备注\r\nA1\t12\t"一, 二"\r\n'))).toEqual([
      ['货号', '数量', '备注'],
      ['A1', '12', '一, 二'],
    ]);
  });
});

test('tabs or semicolons part the cells where they part the headings, and a tab behind a figure parts nothing', async () => {
  expect(await cellsOf('a\tb,c\td\n1,5\t"2\t3"\t4')).toEqual([
    ['a', 'b,c', 'd'],
    ['1,5', '2\t3', '4'],
  ]);
  expect(await cellsOf('a;b\n1,5;2')).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ]);
  expect(await cellsOf('a\t,b\t\r\n1\t,2\t')).toEqual([
    ['a\t', 'b\t'],
    ['1\t', '2\t'],
  ]);
});

test('quotes, doubled quotes, commas and line breaks inside quotes, both line ends, no last line end', async () => {
  expect(await cellsOf('a,b,c\r\n"1,1","say ""hi""","two\nlines"\r\n5" NAIL,,""')).toEqual([
    ['a', 'b', 'c'],
    ['1,1', 'say "hi"', 'two\nlines'],
    ['5" NAIL', '', ''],
  ]);
});

test('a file that begins with several marks of its encoding', async () => {
  expect(await cellsOf('\uFEFF\uFEFFa,b\n')).toEqual([['a', 'b']]);
});

test('packed files, and files of Chinese spreadsheets', async () => {
  expect(await cellsOf(gzipSync('a,b\n1,2\n'), 'a.csv.gz')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
  // "中文" in GB18030.
  expect(await cellsOf(Uint8Array.from([0xd6, 0xd0, 0xce, 0xc4, 0x2c, 0x31, 0x0a]))).toEqual([['中文', '1']]);
});

test('whatever a spreadsheet writes is read back the same', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '中', '"', ',', '\n', ' ', '9') });
  const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      expect(await cellsOf(writeCsv(given, { quoteStyle: 'all' }), 'p.csv')).toEqual(given);
    }),
    { numRuns: 150 },
  );
});
