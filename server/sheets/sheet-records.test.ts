import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { sheetOf, workbook } from '#tests/factories/workbook.ts';
import { sheetRecords } from './sheet-records.ts';
import type { SheetRecord } from './sheet-source.ts';

async function recordsOf(bytes: Buffer): Promise<SheetRecord[]> {
  const records: SheetRecord[] = [];
  const source = { size: bytes.length, read: (from = 0) => Readable.from([bytes.subarray(from)]) };
  for await (const record of sheetRecords(source)) records.push(record);
  return records;
}

const unkept = { en: expect.stringContaining('cannot be kept'), zh: expect.stringContaining('不能保存的字符') };

test('a row with what no database keeps is a broken one, and goes on without it', async () => {
  const heading = `条码,数量${' '.repeat(1024)}\n`;
  const records = await recordsOf(Buffer.from(`${heading}69\u00001,1\n692,1\n`));
  expect(records.slice(1)).toEqual([
    { row: 2, cells: ['691', '1'], broken: unkept },
    { row: 3, cells: ['692', '1'] },
  ]);
});

test('so is one of a workbook with half a character, however it is spelled', async () => {
  const cell = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
  const sheet = sheetOf([cell('a&#xD83D;b'), cell('a_xD83D_b'), cell('a&#0;b'), cell('👕')].join(''));
  expect(await recordsOf(workbook(sheet))).toEqual([
    { row: 1, cells: ['a\ufffdb'], broken: unkept },
    { row: 2, cells: ['a\ufffdb'], broken: unkept },
    { row: 3, cells: ['ab'], broken: unkept },
    { row: 4, cells: ['👕'] },
  ]);
});

const unread = { en: expect.stringContaining('cannot be read'), zh: expect.stringContaining('无法识别的字符') };

test('a cut character is told by its row, and the other rows keep their names', async () => {
  const bytes = [Buffer.from('691,'), Buffer.from([0xe7, 0xba]), Buffer.from('棉外套\n692,羽绒服\n')];
  expect(await recordsOf(Buffer.concat(bytes))).toEqual([
    { row: 1, cells: ['691', '\ufffd棉外套'], broken: unread },
    { row: 2, cells: ['692', '羽绒服'] },
  ]);
});

test('so is a letter of another encoding, and one that was lost before', async () => {
  const latin = Buffer.concat([Buffer.from('691,F'), Buffer.from([0xe9]), Buffer.from('dora\n692,b\n')]);
  expect((await recordsOf(latin)).map(({ broken }) => broken)).toEqual([unread, undefined]);
  expect((await recordsOf(Buffer.from('691,\ufffd\n692,中\n'))).map(({ broken }) => broken)).toEqual([
    unread,
    undefined,
  ]);
});
