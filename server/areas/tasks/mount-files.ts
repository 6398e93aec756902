import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { cashierCalls } from '#contract/areas/cashier/cashier-calls.ts';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { brand, brandCalls } from '#contract/areas/goods/brand.ts';
import {
  pictureCalls,
  picturedStyle,
  picturePath,
  pictureSizes,
  uploadImagePath,
} from '#contract/areas/goods/pictures.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import {
  type FilePurpose,
  type FileType,
  filePath,
  filePurposes,
  fileTypes,
  savedName,
  type UploadedFile,
  uploadAt,
  uploadFile,
} from '#contract/areas/tasks/files.ts';
import { importAccesses } from '#contract/areas/tasks/import-kinds.ts';
import { type Access, headers } from '#contract/kit/call.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { catalogue, Refusal } from '#contract/kit/errors.ts';
import { type Actor, allows } from '#server/identity/actor.ts';
import { type FileOwner, maySeeFile } from '#server/kit/attachments/may-see-file.ts';
import { attachment } from '#server/kit/file-answer.ts';
import { admittedBy, bases, type Frame, originOf, refused } from '#server/kit/frame.ts';
import { remakePicture } from '#server/kit/pictures/encode-picture.ts';
import { findPicture } from '#server/kit/pictures/find-picture.ts';
import type { FileStore } from '#server/platform/file-store.ts';
import { type Inspected, inspectFile } from './file-type.ts';
import { keepFile } from './keep-file.ts';
import { type Received, receiveFile } from './receive-file.ts';
import { uploadPicture } from './upload-picture.ts';

export interface FilesFrame extends Frame {
  readonly files: FileStore;
}

/**
 * Mounts upload and fetching of files (specification §7, design §9). Both ask for a token; a file is its owner's until a record
 * uses it, then everybody's who sees the record.
 */
export async function mountFiles(app: FastifyInstance, frame: FilesFrame): Promise<void> {
  await app.register(async (own) => {
    const most = Math.max(...Object.values(filePurposes).map(({ bytes }) => bytes));
    await own.register(multipart, {
      limits: {
        files: 1,
        fields: 4,
        fieldSize: 1000,
        fieldNameSize: 100,
        parts: 6,
        headerPairs: 20,
        fileSize: most + 1,
      },
      throwFileSizeLimit: false,
    });
    own.post(`${bases.file}${uploadFile.path}`, { bodyLimit: most + 1_048_576 }, (request, reply) =>
      answered(frame, request, reply, async () => ({ code: 200, msg: 'ok', result: await upload(frame, request) })),
    );
    own.post(`${bases.erp}${uploadAt.any}`, { bodyLimit: most + 1_048_576 }, (request, reply) =>
      answered(frame, request, reply, async () => ({ code: 200, msg: 'ok', result: await upload(frame, request) })),
    );
    // A sheet of goods: the key of its file is what it is taken in by.
    own.post(`${bases.erp}${uploadAt.goods}`, { bodyLimit: most + 1_048_576 }, (request, reply) =>
      answered(frame, request, reply, async () => {
        const kept = await upload(frame, request, 'import');
        return { code: 200, msg: 'ok', result: { file_key: kept.id, ...kept } };
      }),
    );
    // A brand's logo has an address of its own (specification §7) and needs no word of what it is for.
    own.post(`${bases.erp}${brandCalls.uploadLogo.path}`, { bodyLimit: most + 1_048_576 }, (request, reply) =>
      answered(frame, request, reply, async () => ({
        code: 200,
        msg: 'ok',
        result: await upload(frame, request, 'logo'),
      })),
    );
    // A picture of goods is made anew as it comes in; what is kept of it is asked for by its id and size.
    for (const path of [pictureCalls.upload.path, uploadImagePath])
      own.post(`${bases.erp}${path}`, { bodyLimit: most + 1_048_576 }, (request, reply) =>
        answered(frame, request, reply, async () => {
          const { actor } = await admitted(frame, request);
          const received = await receiveFile(request, frame.files, {
            purpose: 'goods',
            admit: (wanted) => refuseWithoutKey(actor, wanted),
          });
          return { code: 200, msg: 'ok', result: await uploadPicture(frame, actor, received) };
        }),
      );
    own.get<{ Params: { id: string; side: string } }>(
      `${bases.file}${picturePath}/:id/:side`,
      { exposeHeadRoute: false },
      (request, reply) => answered(frame, request, reply, () => fetchPicture(frame, request, reply)),
    );
    own.get<{ Params: { id: string } }>(`${bases.file}${filePath}/:id`, { exposeHeadRoute: false }, (request, reply) =>
      answered(frame, request, reply, () => fetchFile(frame, request, reply)),
    );
  });
}

async function answered(
  frame: FilesFrame,
  request: FastifyRequest,
  reply: FastifyReply,
  perform: () => Promise<unknown>,
): Promise<unknown> {
  reply.header('cache-control', 'no-store');
  try {
    return await perform();
  } catch (error) {
    // What is still coming of a refused file is let through to nowhere: a browser reads its answer after it has sent.
    request.raw.unpipe();
    request.raw.resume();
    const refusal = await refused(frame, request, error);
    reply.code(catalogue[refusal.kind].http).type('application/json; charset=utf-8');
    return {
      code: refusal.code,
      msg: refusal.message,
      ...(refusal.field ? { field: refusal.field } : {}),
      result: null,
    };
  }
}

async function upload(frame: FilesFrame, request: FastifyRequest, purpose?: FilePurpose): Promise<UploadedFile> {
  const { actor, opId } = await admitted(frame, request);
  const received = await receiveFile(request, frame.files, {
    purpose,
    admit: (wanted) => refuseWithoutKey(actor, wanted),
  });
  try {
    const inspected = await inspectFile(received, actor.id);
    const kept = await remade(received, inspected);
    const { db, clock, log } = frame;
    return await keepFile({ db, actor, now: clock.now(), opId, origin: originOf(request), log }, received, {
      ...inspected,
      ...kept,
    });
  } finally {
    // What has become a file of the store is no draft any more.
    await received.draft.discard();
  }
}

/** What is kept of a file: a picture made anew, anything else as it came. */
async function remade(
  { draft, name, size, sha256 }: Received,
  { type }: Inspected,
): Promise<{ size: number; sha256: string }> {
  if (type !== 'jpeg' && type !== 'png' && type !== 'webp') return { size, sha256 };
  const bytes = await remakePicture(await readFile(draft.path), name, type);
  await writeFile(draft.path, bytes, { mode: 0o600 });
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Who uploads, and under which op id. */
async function admitted(frame: FilesFrame, request: FastifyRequest): Promise<{ actor: Actor; opId: string }> {
  const actor = await admittedBy(frame, request);
  const opId = String(request.headers[headers.opId] ?? '').toLowerCase();
  if (!uuid.test(opId)) throw new Refusal('invalid', '缺少操作编号（Idempotency-Key，UUID）', 'Idempotency-Key');
  return { actor, opId };
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function refuseWithoutKey(actor: Actor, purpose: FilePurpose): void {
  const keys = keysFor[purpose];
  if (keys && !keys.some((access) => allows(actor, access))) throw new Refusal('forbidden');
}

/** Whoever has one of these may upload for the purpose; everybody for any other. */
const keysFor: Partial<Record<FilePurpose, readonly Access[]>> = {
  import: importAccesses,
  codes: [codeCalls.upload.access],
  recon: [cashierCalls.reconImport.access],
  logo: [callsOf(brand).add.access, callsOf(brand).edit.access],
  goods: [callsOf(spu).add.access, callsOf(spu).edit.access, picturedStyle.bulk?.access ?? callsOf(spu).edit.access],
};

/** The same bytes for as long as there are any: a browser keeps them, for the token that it fetched them with. */
async function fetchPicture(
  { db, files, ...frame }: FilesFrame,
  request: FastifyRequest<{ Params: { id: string; side: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const actor = await admittedBy(frame, request);
  const side = pictureSizes.find((one) => String(one) === request.params.side);
  const id = side && (await findPicture(db, actor, { id: request.params.id.slice(0, 64), side }));
  const file = id && (await files.find(id));
  if (!file) throw new Refusal('notFound', '图片不存在或已被清理');
  return reply
    .header('content-type', fileTypes.webp)
    .header('content-length', file.size)
    .header('content-disposition', attachment(`${request.params.id.slice(0, 64)}.webp`))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, max-age=31536000, immutable')
    .header('vary', headers.authorization)
    .send(file.read());
}

async function fetchFile(
  { db, files, ...frame }: FilesFrame,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const actor = await admittedBy(frame, request);
  const { rows } = await sql<FileOwner & { file_id: string; name: string; type: FileType }>`
    select file_id, name, type, admin_id, doc_type, doc_id from stored_file where file_id = ${request.params.id.slice(0, 64)} and ready`.execute(
    db,
  );
  const [row] = rows;
  const file = row && (await maySeeFile(db, actor, row)) && (await files.find(row.file_id));
  if (!file) throw new Refusal('notFound', '文件不存在或已过期');
  // Never shown by a browser in our name: it is saved, whatever it is (reliability S22).
  return reply
    .header('content-type', fileTypes[row.type])
    .header('content-length', file.size)
    .header('content-disposition', attachment(savedName(row)))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(file.read());
}
