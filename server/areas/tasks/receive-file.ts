import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { type FilePurpose, filePurposes, tooLargeWords } from '#contract/areas/tasks/files.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Draft, FileStore } from '#server/platform/file-store.ts';
import { codeOf } from '#server/platform/startup-error.ts';
import { cut } from '#server/sheets/bilingual-message.ts';

/** A file that has come in whole, and nothing of which has been believed yet. */
export interface Received {
  readonly draft: Draft;
  readonly purpose: FilePurpose;
  readonly name: string;
  readonly size: number;
  /** SHA-256, hexadecimal. */
  readonly sha256: string;
  read(from?: number): ReturnType<typeof createReadStream>;
}

/**
 * Takes one file of a multipart request into a draft of the store, no larger than its purpose allows, which the form names
 * where the address does not. `admit` may refuse the purpose before a byte of the file is taken. Throws a Refusal.
 */
export async function receiveFile(
  request: FastifyRequest,
  files: FileStore,
  { purpose: known, admit }: { purpose?: FilePurpose | undefined; admit(purpose: FilePurpose): void },
): Promise<Received> {
  const part = await partOf(request);
  const purpose = known ?? purposeOf(part);
  admit(purpose);
  const draft = await files.draft();
  try {
    const hash = createHash('sha256');
    let size = 0;
    const counting = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        hash.update(chunk);
        done(size > filePurposes[purpose].bytes ? tooLarge(purpose) : null, chunk);
      },
    });
    await pipeline(part.file, counting, createWriteStream(draft.path, { mode: 0o600 }));
    const name = safeName(part.filename);
    return {
      draft,
      purpose,
      name,
      size,
      sha256: hash.digest('hex'),
      read: (from = 0) => createReadStream(draft.path, { start: from, highWaterMark: 262_144 }),
    };
  } catch (error) {
    await draft.discard();
    throw inWords(error);
  }
}

async function partOf(request: FastifyRequest): Promise<MultipartFile> {
  if (!request.isMultipart()) throw new Refusal('invalid', '请以表单（multipart）上传文件', 'file');
  const part = await request.file().catch((error: unknown) => {
    throw inWords(error);
  });
  if (!part) throw new Refusal('invalid', '请选择要上传的文件', 'file');
  return part;
}

function purposeOf({ fields }: MultipartFile): FilePurpose {
  const given = Object.hasOwn(fields, 'biz') ? fields['biz'] : undefined;
  const value = given && !Array.isArray(given) && given.type === 'field' ? given.value : undefined;
  const purpose = (Object.keys(filePurposes) as FilePurpose[]).find((one) => one === value && !kept.has(one));
  if (!purpose) throw new Refusal('invalid', '请说明文件用途（biz，须在文件之前）', 'biz');
  return purpose;
}

/** What has an address of its own and is no file of the general kind. */
const kept: ReadonlySet<FilePurpose> = new Set(['goods']);

function tooLarge(purpose: FilePurpose): Refusal {
  return new Refusal('tooLarge', tooLargeWords(purpose), 'file');
}

// What the parser of forms refuses is the sender's mistake.
function inWords(error: unknown): unknown {
  const code = codeOf(error) ?? '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal('tooLarge', undefined, 'file');
  if (
    code.startsWith('FST_') ||
    (error instanceof Error && /multipart|boundary|Unexpected end of form/i.test(error.message))
  )
    return new Refusal('invalid', '上传的表单不完整，请重试', 'file');
  return error;
}

/** A name as it is shown: its last part, without what hides or turns text around, and no longer than a line. */
export function safeName(given: string | undefined): string {
  const last = (given ?? '').split(/[/\\]/).at(-1) ?? '';
  const plain = last.replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
  if (plain === '' || /^\.+$/.test(plain)) return '未命名文件';
  if (plain.length <= 120) return plain;
  const extension = /\.[A-Za-z0-9.]{1,10}$/.exec(plain)?.[0] ?? '';
  return cut(plain, 120 - extension.length) + extension;
}
