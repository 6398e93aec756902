import { type FilePurpose, type FileType, filePurposes } from '#contract/areas/tasks/files.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { SheetError } from '#server/sheets/sheet-error.ts';
import { sheetKind, sheetRecords } from '#server/sheets/sheet-records.ts';
import type { SheetSource } from '#server/sheets/sheet-source.ts';

/** The beginning of a sheet, for the person who says what its columns are. */
export interface SheetPreview {
  readonly heading: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What a file is: never more is believed than its bytes say. */
export interface Inspected {
  readonly type: FileType;
  readonly preview: SheetPreview | null;
}

/** Looks at an uploaded file. Throws a Refusal in words a person can act on for what its purpose does not take. */
export async function inspectFile(source: SheetSource, purpose: FilePurpose): Promise<Inspected> {
  if (source.size === 0) throw new Refusal('invalid', '文件是空的', 'file');
  return purpose === 'import' ? await inspectSheet(source) : await inspectPicture(source, purpose);
}

async function inspectSheet(source: SheetSource): Promise<Inspected> {
  try {
    return { type: await sheetKind(source), preview: await previewOf(source) };
  } catch (error) {
    if (error instanceof SheetError) throw new Refusal('invalid', error.said.zh, 'file');
    throw error;
  }
}

const previewRows = 10;
const previewColumns = 100;
const previewCell = 120;

async function previewOf(source: SheetSource): Promise<SheetPreview> {
  const rows: string[][] = [];
  for await (const { cells, broken } of sheetRecords(source)) {
    if (broken && rows.length === 0) throw new SheetError(broken);
    rows.push(cells.slice(0, previewColumns).map((cell) => cell.replaceAll('\0', '').slice(0, previewCell)));
    if (rows.length > previewRows) break;
  }
  const [heading, ...first] = rows;
  if (!heading) throw new SheetError({ en: 'the sheet is empty', zh: '表格是空的' });
  return { heading, rows: first };
}

const marks: readonly (readonly [FileType, readonly number[]])[] = [
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
];

async function inspectPicture(source: SheetSource, purpose: FilePurpose): Promise<Inspected> {
  const start = await firstBytes(source);
  const type = marks.find(([, mark]) => mark.every((byte, at) => start[at] === byte))?.[0];
  const { types, label } = filePurposes[purpose];
  if (!type || !types.some((one) => one === type))
    throw new Refusal('invalid', `${label}只能是 ${types.join('、').toUpperCase()} 文件`, 'file');
  return { type, preview: null };
}

async function firstBytes(source: SheetSource): Promise<Uint8Array> {
  for await (const chunk of source.read()) return chunk as Uint8Array;
  return new Uint8Array();
}
