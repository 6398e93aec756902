import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { catalogue, Refusal } from '#contract/kit/errors.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Actor } from '#server/identity/actor.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import { attachment } from '#server/kit/file-answer.ts';
import { admittedBy, type Frame, originOf, refused } from '#server/kit/frame.ts';
import type { FileStore, StoredFile } from '#server/platform/file-store.ts';
import { takeTicket } from './download-ticket.ts';
import { fileNameOf } from './file-name.ts';
import { refuseLess } from './refuse-less.ts';
import { auditOf } from './task-row.ts';

/** What downloads stand on. */
export interface DownloadFrame extends Frame {
  readonly files: FileStore;
}

/**
 * Mounts `GET /download/{file_path}` (specification §7, amendments F): the file of the caller's own task, by a ticket or by
 * the Authorization header. Rights are those of this instant: who lost a key of a column of the file, or whose data scope
 * is another than when it was made, does not get it. A refusal is the catalogue's, as JSON.
 */
export function mountDownload(app: FastifyInstance, frame: DownloadFrame): void {
  app.get<{ Params: { path: string } }>('/download/:path', { exposeHeadRoute: false }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      return await download(frame, request, reply);
    } catch (error) {
      const refusal = await refused(frame, request, error);
      // Behind a ticket stands a browser that saves whatever comes with 200.
      const http = catalogue[refusal.kind].http;
      const saving = (request.query as { ticket?: unknown }).ticket !== undefined;
      reply.code(saving && http === 200 ? 404 : http).type('application/json; charset=utf-8');
      return { code: refusal.code, msg: refusal.message, result: null };
    }
  });
}

interface FileRow {
  readonly id: number;
  readonly serial_no: string;
  readonly name: string;
  readonly created_at: string;
  readonly file_path: string;
  readonly file_extension: string;
  readonly file_type: string;
  readonly masks: readonly string[];
  readonly scope: string;
}

async function download(
  frame: DownloadFrame,
  request: FastifyRequest<{ Params: { path: string } }>,
  reply: FastifyReply,
): Promise<unknown> {
  const { actor, taskId } = await whoAsks(frame, request);
  const row = await ownFile(frame, { actor, path: request.params.path });
  if (taskId !== undefined && taskId !== row.id) throw new Refusal('notFound', gone);
  refuseLess(actor, row);
  const file = await frame.files.find(row.file_path);
  if (!file) throw new Refusal('notFound', gone);
  await keepTrace(frame, request, { actor, row });
  return send(reply, file, row);
}

async function whoAsks(frame: DownloadFrame, request: FastifyRequest): Promise<{ actor: Actor; taskId?: number }> {
  const { ticket } = request.query as { ticket?: unknown };
  if (ticket === undefined) return { actor: await admittedBy(frame, request) };
  const taken = typeof ticket === 'string' ? await takeTicket(frame.db, { ticket, now: frame.clock.now() }) : undefined;
  // Not 401: the session is well, only this link is over.
  if (!taken) throw new Refusal('invalid', '下载链接已失效，请重新点击下载');
  return taken;
}

async function ownFile({ db, clock }: Frame, { actor, path }: { actor: Actor; path: string }): Promise<FileRow> {
  const { rows } = await sql<FileRow>`
    select id, serial_no, name, created_at, file_path, file_extension, file_type, masks, scope from export_task
    where file_path = ${path} and admin_id = ${actor.id} and expire_at > ${clock.now().toISOString()}`.execute(db);
  const [row] = rows;
  if (!row) throw new Refusal('notFound', gone);
  return row;
}

async function keepTrace(
  { db, clock, log }: Frame,
  request: FastifyRequest,
  { actor, row }: { actor: Actor; row: FileRow },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const context = { db: tx, actor, now: clock.now(), opId: randomUUID(), origin: originOf(request), log };
    await writeAudit(context, [auditOf('download', row)]);
  });
}

function send(reply: FastifyReply, file: StoredFile, row: FileRow): FastifyReply {
  return reply
    .header('content-type', row.file_type)
    .header('content-length', file.size)
    .header('content-disposition', attachment(fileNameOf({ ...row, extension: row.file_extension })))
    .send(file.read());
}

const gone = '文件不存在或已过期';
