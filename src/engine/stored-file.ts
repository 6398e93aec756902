import { type PictureSize, picturePath } from '#contract/areas/goods/pictures.ts';
import {
  type FilePurpose,
  type FileType,
  filePath,
  filePurposes,
  fileTypes,
  markedType,
  tooLargeWords,
  type UploadedFile,
  uploadFile,
} from '#contract/areas/tasks/files.ts';
import type { Attachment } from '#contract/kit/attachments.ts';
import type { Call } from '#contract/kit/call.ts';
import { catalogue } from '#contract/kit/errors.ts';
import type { PictureUpload } from '#contract/kit/field.ts';
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
 * what it says never becomes a picture here. A null type: any picture.
 */
export async function bringStored(
  { id, type }: { id: string; type: FileType | null },
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
  const marked = markedType(start);
  if (!marked || (type === null ? !isPicture({ type: marked }) : marked !== type))
    return refused('invalid', '文件内容与类型不符');
  return { ...sent, value: new Blob([blob], { type: fileTypes[marked] }) };
}

/** Brings a picture of goods in one size; it is what the server made of it, and looked at like any other. */
export async function bringGoodsPicture(
  { id, side }: { id: string; side: PictureSize },
  { signal }: Pick<Moving, 'signal'>,
): Promise<Sent<Blob>> {
  const token = readSession()?.token;
  if (token === undefined) return failed({ kind: 'signedOut', by: 'http' });
  const { file } = await loadBases();
  const sent = await fetchDownload({
    base: file,
    path: `${picturePath}/${id}/${side}`,
    token,
    signal,
    most: filePurposes.goods.bytes,
    lasting: true,
    onPart: () => undefined,
  });
  if (!sent.ok) return sent;
  const { blob } = sent.value;
  const start = new Uint8Array(await blob.slice(0, 16).arrayBuffer());
  if (markedType(start) !== 'webp') return refused('invalid', '文件内容与类型不符');
  return { ...sent, value: new Blob([blob], { type: fileTypes.webp }) };
}

/** Is it drawn in the page? Anything else is saved and opened elsewhere: a document is never run in our name. */
export function isPicture({ type }: Pick<Attachment, 'type'>): boolean {
  return type === 'png' || type === 'jpeg';
}

/** Uploads a file as a voucher. */
export async function sendVoucher(file: File, moving: Moving & { opId: string }): Promise<Sent<UploadedFile>> {
  return await sendAs(uploadFile, { file, purpose: 'voucher', ...moving });
}

/** Uploads a file as the picture of a field. */
export async function sendPicture(
  { path, purpose }: PictureUpload,
  file: File,
  moving: Moving & { opId: string },
): Promise<Sent<UploadedFile>> {
  return await sendAs({ service: 'erp', path }, { file, purpose, ...moving });
}

/** One that is too large is told before it is sent. */
async function sendAs(
  { service, path }: Pick<Call, 'service' | 'path'>,
  {
    file,
    purpose,
    opId,
    signal,
    onPart = () => undefined,
  }: Moving & { file: File; purpose: FilePurpose; opId: string },
): Promise<Sent<UploadedFile>> {
  if (file.size > filePurposes[purpose].bytes) return refused('tooLarge', tooLargeWords(purpose));
  const token = readSession()?.token;
  if (token === undefined) return failed({ kind: 'signedOut', by: 'http' });
  const bases = await loadBases();
  const form = new FormData();
  form.append('biz', purpose);
  form.append('file', file, file.name);
  return await sendForm<UploadedFile>({ url: `${bases[service]}${path}`, token, opId, form, signal, onPart });
}

function refused(refusal: 'invalid' | 'tooLarge', msg: string): Sent<never> {
  return failed({ kind: 'refused', refusal, code: catalogue[refusal].code, msg, field: 'file' });
}
