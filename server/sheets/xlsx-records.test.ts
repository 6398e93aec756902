import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { sheetOf, styledWorkbook, workbook, zipOf } from '#tests/factories/workbook.ts';
import { sheetKind, sheetRecords } from './sheet-records.ts';
import type { SheetSource } from './sheet-source.ts';

const sourceOf = (bytes: Uint8Array): SheetSource => ({
  size: bytes.length,
  read: (from = 0) => Readable.from([Buffer.from(bytes).subarray(from)]),
});

async function cellsOf(bytes: Uint8Array): Promise<(readonly string[])[]> {
  const cells: (readonly string[])[] = [];
  for await (const record of sheetRecords(sourceOf(bytes))) cells.push(record.cells);
  return cells;
}

/** Text that does not pack well. */
const noise = (length: number): string => randomBytes(length / 2).toString('hex');

describe('is refused', () => {
  test.each<[string, Buffer, string]>([
    ['an empty file', Buffer.alloc(0), 'empty'],
    ['a PDF', Buffer.from('%PDF-1.7'), 'neither'],
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0]), 'neither'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), 'old or a protected'],
    ['half an archive', workbook(sheetOf('')).subarray(0, 300), 'damaged'],
    ['an archive of something else', zipOf([{ name: 'a.txt', text: 'a' }]), 'damaged'],
    [
      'an entry larger than it says',
      workbook(sheetOf(''), [{ name: 'x.xml', text: 'x'.repeat(9999), claimed: 10 }]),
      'far more',
    ],
    [
      'a part that packs a thousand times',
      workbook(sheetOf(''), [{ name: 'x.xml', text: Buffer.alloc(20_000_000) }]),
      'far more',
    ],
    [
      'thousands of parts',
      zipOf(Array.from({ length: 2001 }, (_, index) => ({ name: `${index}`, text: '' }))),
      'far more',
    ],
    [
      'two parts of one name',
      workbook(sheetOf(''), [
        { name: 'a.xml', text: '' },
        { name: 'a.xml', text: 'b' },
      ]),
      'damaged',
    ],
    ['a declared entity', workbook('<!DOCTYPE a [<!ENTITY b "bb">]><worksheet/>'), 'entities'],
    [
      'an external entity',
      workbook(sheetOf(''), [{ name: 'xl/styles.xml', text: '<!doctype a SYSTEM "file:///etc/hosts">' }]),
      'entities',
    ],
    [
      'a text of two million signs',
      workbook(sheetOf(`<row r="1"><c r="A1" t="str"><v>${noise(2_000_000)}</v></c></row>`)),
      'far more',
    ],
    [
      'a row that does not end',
      workbook(sheetOf(`<row r="1">${`<c><v>${noise(40)}</v></c>`.repeat(330_000)}</row>`)),
      'far more',
    ],
    ['a cell in the last column', workbook(sheetOf('<row r="1"><c r="XFD1"><v>1</v></c></row>')), 'columns'],
  ])('%s', async (_what, bytes, words) => {
    await expect(cellsOf(bytes)).rejects.toThrow(words);
  });
});

test('a claimed size beyond the limit is refused before anything is unpacked', async () => {
  const claiming = workbook(sheetOf(''), [{ name: 'x.xml', text: 'x', claimed: 600_000_000 }]);
  await expect(cellsOf(claiming)).rejects.toThrow('far more');
});

test('figures, times, truths and formulas come as they are seen, empty rows not at all', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: '数据',
        rows: [
          ['条码', '单价', '时间', '备注'],
          ['007', 12.1, new Date('2010-12-01T08:26:00Z'), null],
          [],
          [6_901_234_567_892, 0.1 + 0.2, new Date('2010-12-01T00:00:00Z'), true],
        ],
      },
    ],
  });
  expect(await cellsOf(bytes)).toEqual([
    ['条码', '单价', '时间', '备注'],
    ['007', '12.1', '2010-12-01 08:26:00', ''],
    ['6901234567892', '0.3', '2010-12-01', 'true'],
  ]);
  expect(
    await cellsOf(
      workbook(sheetOf('<row r="1"><c r="A1" t="str"><f>HYPERLINK("http://x","y")</f><v>seen</v></c></row>')),
    ),
  ).toEqual([['seen']]);
});

test('a cell without a value is empty, whatever kind it is of', async () => {
  const cells = '<c r="A2" t="s"/><c r="B2" t="s"><v></v></c><c r="C2"/><c r="D2" t="str"/><c r="E2"><v>5</v></c>';
  const sheet = sheetOf(`<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2">${cells}</row>`);
  expect(await cellsOf(styledWorkbook(sheet, ['6901234567892']))).toEqual([['6901234567892'], ['', '', '', '', '5']]);
});

test('percents are percents, and a failed formula is the word that stands there', async () => {
  const cells = '<c s="1"><v>0.13</v></c><c s="1"><v>7.0000000000000007E-2</v></c><c t="e"><v>#N/A</v></c>';
  expect(await cellsOf(styledWorkbook(sheetOf(`<row>${cells}</row>`), []))).toEqual([['13%', '7%', '#N/A']]);
});

test('a code beyond the digits that a spreadsheet keeps shows that it has lost some', async () => {
  const cells = [
    '123456789012345680000',
    '1E+15',
    '6901234567892',
    '1234567890123456',
    '123456789012345.6',
    '0.0000001',
  ];
  const sheet = sheetOf(`<row>${cells.map((value) => `<c><v>${value}</v></c>`).join('')}</row>`);
  expect(await cellsOf(workbook(sheet))).toEqual([
    ['1.23456789012346E+20', '1E+15', '6901234567892', '1234567890123456', '123456789012346', '0.0000001'],
  ]);
});

test('the first visible sheet alone is read', async () => {
  const rows = (word: string) => [[word], ['1']];
  const sheets = [
    { name: '旧', rows: rows('hidden'), veryHidden: true },
    { name: '新', rows: rows('seen') },
    { name: '别的', rows: rows('other') },
  ];
  expect(await cellsOf(await writeXlsx({ sheets }))).toEqual([['seen'], ['1']]);
});

test('names of the language change nothing', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: '__proto__',
        rows: [
          ['__proto__', 'constructor'],
          ['1', '2'],
        ],
      },
    ],
  });
  expect(await cellsOf(bytes)).toEqual([
    ['__proto__', 'constructor'],
    ['1', '2'],
  ]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('whatever is written is read back the same', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '中', '"', '<', '&', ',', '=', '9'), minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 }), async (rows) => {
      expect(await cellsOf(await writeXlsx({ sheets: [{ name: 'a', rows }] }))).toEqual(rows);
    }),
    { numRuns: 60 },
  );
});

test('its first bytes say what a file is', async () => {
  const bytes = await writeXlsx({ sheets: [{ name: 'a', rows: [['b']] }] });
  expect(await sheetKind(sourceOf(bytes))).toBe('xlsx');
  expect(await sheetKind(sourceOf(Buffer.from('a,b\n')))).toBe('csv');
  expect(await sheetKind(sourceOf(Buffer.from([0x1f, 0x8b, 8])))).toBe('csv.gz');
});
