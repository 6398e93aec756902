import { isBareUtf16, markedEncoding } from '#contract/kit/text-encoding.ts';
import type { BilingualMessage } from './bilingual-message.ts';
import { csvRecords } from './csv-records.ts';
import { bareUtf16, SheetError } from './sheet-error.ts';
import type { SheetRecord, SheetSource } from './sheet-source.ts';
import { xlsxRecords } from './xlsx-records.ts';

/** What a sheet can be. */
export type SheetKind = 'csv' | 'csv.gz' | 'xlsx';

/**
 * What a file is, by its first bytes: its name is a claim of whoever sent it. Throws a SheetError for what is no sheet.
 * Old Excel workbooks and encrypted ones are told apart from rubbish, because people have them and can save them anew.
 */
export async function sheetKind(source: SheetSource): Promise<SheetKind> {
  const start = await firstBytes(source);
  if (start.length === 0) throw new SheetError({ en: 'the file is empty', zh: '文件是空的' });
  if (begins(start, [0x1f, 0x8b])) return 'csv.gz';
  if (begins(start, [0x50, 0x4b, 0x03, 0x04])) return 'xlsx';
  if (begins(start, [0xd0, 0xcf, 0x11, 0xe0]))
    throw new SheetError({
      en: 'an old or a protected workbook: save it as .xlsx without a password, or as CSV',
      zh: '这是旧版 (.xls) 或加密的工作簿：请另存为不加密的 .xlsx 或 CSV',
    });
  if (markedEncoding(start)) return 'csv';
  if (isBareUtf16(start)) throw bareUtf16();
  // No other text of a table has these; a picture, a program or a PDF does, early.
  if (start.includes(0) || begins(start, [0x25, 0x50, 0x44, 0x46]))
    throw new SheetError({ en: 'neither CSV nor XLSX', zh: '文件既不是 CSV 也不是 XLSX' });
  return 'csv';
}

/**
 * The records of a sheet, whatever it is written as; of a workbook, those of its first visible sheet. A record with what
 * no database keeps or nobody can read is a broken one. Throws a SheetError.
 */
export async function* sheetRecords(source: SheetSource): AsyncGenerator<SheetRecord> {
  const kind = await sheetKind(source);
  const records = kind === 'xlsx' ? xlsxRecords(source) : csvRecords(source, kind === 'csv.gz');
  for await (const record of records) yield record.cells.every(isKept) ? record : keptOf(record);
}

/**
 * A text of PostgreSQL has no NUL; half a character of UTF-16, which a workbook can spell, is none at all; U+FFFD stands where bytes were no
 * character of the encoding, here or in whatever wrote the file.
 */
const isKept = (text: string): boolean => isStorable(text) && !text.includes('\ufffd');
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

function keptOf({ row, cells, broken = cells.every(isStorable) ? unread : unkept }: SheetRecord): SheetRecord {
  return { row, cells: cells.map((cell) => cell.replaceAll('\0', '').toWellFormed()), broken };
}

const unkept: BilingualMessage = { en: 'characters that cannot be kept', zh: '含有不能保存的字符' };

const unread: BilingualMessage = {
  en: 'characters that cannot be read: damaged, or in another encoding',
  zh: '含有无法识别的字符（已损坏或编码不符）',
};

async function firstBytes(source: SheetSource): Promise<Uint8Array> {
  for await (const chunk of source.read()) return (chunk as Uint8Array).subarray(0, 1024);
  return new Uint8Array();
}

function begins(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}
