import { type FilePurpose, type FileType, filePurposes, markedType } from '#contract/areas/tasks/files.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { previewApart } from '#server/sheets/preview-apart.ts';
import { SheetError } from '#server/sheets/sheet-error.ts';
import { previewOf, type SheetPreview } from '#server/sheets/sheet-preview.ts';
import { sheetKind } from '#server/sheets/sheet-records.ts';
import type { SheetSource } from '#server/sheets/sheet-source.ts';
import type { Received } from './receive-file.ts';

/** What a file is: never more is believed than its bytes say. */
export interface Inspected {
  readonly type: FileType;
  readonly preview: SheetPreview | null;
}

/** Looks at a file that this person has uploaded. Throws a Refusal in words a person can act on for what its purpose does not take. */
export async function inspectFile(received: Received, person: number): Promise<Inspected> {
  const { purpose, size } = received;
  if (size === 0) throw new Refusal('invalid', '文件是空的', 'file');
  return sheets.has(purpose) ? await inspectSheet(received, person) : await inspectPicture(received, purpose);
}

/** Purposes whose files are tables. */
const sheets: ReadonlySet<FilePurpose> = new Set(['import', 'codes', 'recon']);

async function inspectSheet(received: Received, person: number): Promise<Inspected> {
  try {
    const type = await sheetKind(received);
    // What is packed is a little to send and much to look at.
    return {
      type,
      preview: type === 'csv' ? await previewOf(received) : await previewApart(received.draft.path, person),
    };
  } catch (error) {
    if (error instanceof SheetError) throw new Refusal('invalid', error.said.zh, 'file');
    throw error;
  }
}

async function inspectPicture(source: SheetSource, purpose: FilePurpose): Promise<Inspected> {
  const start = await firstBytes(source);
  const type = markedType(start);
  const { types, label } = filePurposes[purpose];
  if (!type || !types.some((one) => one === type))
    throw new Refusal('invalid', `${label}只能是 ${types.join('、').toUpperCase()} 文件`, 'file');
  return { type, preview: null };
}

async function firstBytes(source: SheetSource): Promise<Uint8Array> {
  for await (const chunk of source.read()) return chunk as Uint8Array;
  return new Uint8Array();
}
