import {
  filePath,
  filePurposes,
  fileTypes,
  markedType,
  tooLargeWords,
  type UploadedFile,
  uploadFile,
} from '#contract/areas/tasks/files.ts';
import type { Attachment } from '#contract/kit/attachments.ts';
import { catalogue } from '#contract/kit/errors.ts';
import { readSession } from '#src/platform/session.ts';
import { loadBases } from '#src/wire/bases.ts';
import { fetchDownload } from '#src/wire/download.ts';
import { failed, type Sent } from '#src/wire/sent.ts';
import { sendForm } from '#src/wire/upload.ts';

interface Moving {
  readonly signal: AbortSignal;
  /** Hears how much has gone or come, 0 to 1. */
  onPart?(part: number): void;
}

/**
 * Brings an attached file into the page, as the type it was uploaded as. Its first bytes are looked at once more: what is not
 * what it says never becomes a picture here.
 */
export async function bringStored(
  { id, type }: Pick<Attachment, 'id' | 'type'>,
  { signal, onPart = () => undefined }: Moving,
): Promise<Sent<Blob>> {
  const token = readSession()?.token;
  if (token === undefined) return failed({ kind: 'signedOut', by: 'http' });
  const { file } = await loadBases();
  const sent = await fetchDownload({
    base: file,
    path: `${filePath}/${id}`,
    token,
    signal,
    most: filePurposes.voucher.bytes,
    onPart,
  });
  if (!sent.ok) return sent;
  const { blob } = sent.value;
  const start = new Uint8Array(await blob.slice(0, 16).arrayBuffer());
  if (markedType(start) !== type) return refused('invalid', '文件内容与类型不符');
  return { ...sent, value: new Blob([blob], { type: fileTypes[type] }) };
}

/** Uploads a file as a voucher; one that is too large is told before it is sent. */
export async function sendVoucher(
  file: File,
  { opId, signal, onPart = () => undefined }: Moving & { opId: string },
): Promise<Sent<UploadedFile>> {
  if (file.size > filePurposes.voucher.bytes) return refused('tooLarge', tooLargeWords('voucher'));
  const token = readSession()?.token;
  if (token === undefined) return failed({ kind: 'signedOut', by: 'http' });
  const { file: base } = await loadBases();
  const form = new FormData();
  form.append('biz', 'voucher');
  form.append('file', file, file.name);
  return await sendForm<UploadedFile>({ url: `${base}${uploadFile.path}`, token, opId, form, signal, onPart });
}

function refused(refusal: 'invalid' | 'tooLarge', msg: string): Sent<never> {
  return failed({ kind: 'refused', refusal, code: catalogue[refusal].code, msg, field: 'file' });
}
