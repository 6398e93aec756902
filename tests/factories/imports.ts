import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { afterAll } from 'vitest';
import { taskList } from '#contract/areas/tasks/calls.ts';
import type { UploadedFile } from '#contract/areas/tasks/files.ts';
import type { ColumnKey } from '#contract/areas/tasks/import-column.ts';
import { importForms } from '#contract/areas/tasks/import-kinds.ts';
import { importType, type Task, unfinished } from '#contract/areas/tasks/task.ts';
import type { Call } from '#contract/kit/call.ts';
import { mountFiles } from '#server/areas/tasks/mount-files.ts';
import type { Actor } from '#server/identity/actor.ts';
import { serveImports } from '#server/import/tasks/serve-imports.ts';
import { mountTemplates, serveTemplates } from '#server/import/tasks/serve-templates.ts';
import { bases } from '#server/kit/frame.ts';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import { type FileStore, openFileStore } from '#server/platform/file-store.ts';
import { createLog } from '#server/platform/log.ts';
import { mountDownload } from '#server/tasks/mount-download.ts';
import { serveTasks } from '#server/tasks/serve-tasks.ts';
import { startWorker } from '#server/tasks/worker.ts';
import { imports } from '#server/works.ts';
import { type PersonOptions, person, signedIn, writing } from './people.ts';
import { type TestServer, testServer } from './server.ts';

export type Importer = Actor & { headers: Record<string, string> };
type Answer<T = unknown> = { code: number; msg: string; field?: string; result: T };

/** What goes up: bytes under a name, for a purpose. */
export interface Upload {
  readonly content: string | Buffer;
  readonly name?: string;
  readonly biz?: string | undefined;
  readonly opId?: string;
  /** Address of a call that takes files of its own; the file service's by default. */
  readonly at?: string;
}

/** Uploads, imports and their tasks over a test database; a worker in this process when a test wants one. */
export interface ImportOffice {
  readonly server: TestServer;
  readonly files: FileStore;
  hire(options?: PersonOptions): Promise<Importer>;
  ask<In, Out>(by: Importer, call: Call<In, Out>, input: In): Promise<Answer<Out>>;
  upload(by: Pick<Importer, 'headers'>, file: Upload): Promise<Answer<UploadedFile>>;
  get(
    by: Pick<Importer, 'headers'>,
    url: string,
  ): Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>;
  /** The task once it is no longer under way. */
  ended(by: Importer, id: number): Promise<Task>;
  work(): Promise<() => Promise<void>>;
}

/** Opens it. */
export async function importOffice(
  { db, url }: { db: Kysely<unknown>; url: string },
  { clock = systemClock }: { clock?: Clock } = {},
): Promise<ImportOffice> {
  const folder = mkdtempSync(join(tmpdir(), 'back-office-imports-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const files = await openFileStore(join(folder, 'store'));
  const log = createLog({ level: 'silent' });
  const server = await testServer(db, {
    clock,
    serve: (kit) => {
      serveTasks(kit);
      serveImports(kit);
      serveTemplates(kit);
    },
  });
  const frame = { db, identity: server.identity, clock, log, files };
  await mountFiles(server.app, frame);
  mountTemplates(server.app, frame);
  mountDownload(server.app, frame);
  const ask: ImportOffice['ask'] = async (by, call, input) =>
    (await server.call(`${bases[call.service]}${call.path}`, input, { headers: writing(by.headers) })).body as never;
  return {
    server,
    files,
    async hire(options = {}) {
      const actor = await person(db, options);
      return { ...actor, headers: await signedIn(db, actor, clock.now()) };
    },
    ask,
    async upload(by, file) {
      const { body, type } = multipartOf(file);
      const answer = await server.app.inject({
        method: 'POST',
        url: file.at ?? `${bases.file}/upload`,
        headers: { ...writing(by.headers, file.opId), 'content-type': type },
        payload: body,
      });
      return answer.json();
    },
    async get(by, address) {
      const answer = await server.app.inject({ method: 'GET', url: address, headers: by.headers });
      return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
    },
    async ended(by, id) {
      for (let tries = 0; tries < 3000; tries += 1) {
        const { list } = (await ask(by, taskList, { page_size: 500 })).result;
        const found = list.find((one) => one.id === id);
        if (found && !unfinished.includes(found.status)) return found;
        await sleep(50);
      }
      throw new Error(`task ${id} does not end`);
    },
    work: () => startWorker({ db, url, files, clock, log, works: [imports] }),
  };
}

function multipartOf({ content, name = 'a.csv', biz = 'import' }: Upload): { body: Buffer; type: string } {
  const mark = 'a-line-that-is-in-no-file';
  const field = biz === '' ? '' : `--${mark}\r\ncontent-disposition: form-data; name="biz"\r\n\r\n${biz}\r\n`;
  const head = `${field}--${mark}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${mark}--\r\n`)]),
    type: `multipart/form-data; boundary=${mark}`,
  };
}

/** A catalogue as CSV: a row per SKU by the columns' keys, under the headings of our own template; absent cells are empty. */
export function catalogueSheet(rows: readonly Partial<Record<ColumnKey, string>>[]): string {
  const columns = importForms[importType.goods].columns.filter(({ key }) => rows.some((row) => row[key] !== undefined));
  const line = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  return [line(columns.map(({ label }) => label)), ...rows.map((row) => line(columns.map(({ key }) => row[key] ?? '')))]
    .map((text) => `${text}\n`)
    .join('');
}
