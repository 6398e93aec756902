import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { afterAll } from 'vitest';
import { addTask, type NewTask, taskList } from '#contract/areas/tasks/calls.ts';
import { taskForms } from '#contract/areas/tasks/forms.ts';
import { type Task, taskType, unfinished } from '#contract/areas/tasks/task.ts';
import type { Call } from '#contract/kit/call.ts';
import type { Actor } from '#server/identity/actor.ts';
import { bases } from '#server/kit/frame.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import { type FileStore, openFileStore } from '#server/platform/file-store.ts';
import { createLog } from '#server/platform/log.ts';
import { exportWork } from '#server/tasks/exporter/export-work.ts';
import type { SourceOf } from '#server/tasks/exports/source.ts';
import { mountDownload } from '#server/tasks/mount-download.ts';
import { serveTasks } from '#server/tasks/serve-tasks.ts';
import type { TaskWork } from '#server/tasks/work.ts';
import { startWorker } from '#server/tasks/worker.ts';
import { type PersonOptions, person, signedIn, writing } from './people.ts';
import { type TestServer, testServer } from './server.ts';
import { everyKind } from './task-sources.ts';

type Answer<T = unknown> = { code: number; msg: string; field?: string; result: T };

/** The task service over a test database: calls, downloads, and workers in this process when a test wants one. */
export interface TaskOffice {
  readonly server: TestServer;
  readonly files: FileStore;
  readonly folder: string;
  /** A signed-in person who may make every export, with these keys besides. */
  hire(options?: PersonOptions): Promise<Actor & { headers: Record<string, string> }>;
  ask<In, Out>(by: Signed, call: Call<In, Out>, input: In): Promise<Answer<Out>>;
  /** A stock export, which asks for nothing but its kind; its id. */
  order(by: Signed, some?: Partial<NewTask>): Promise<number>;
  task(by: Signed, id: number): Promise<Task>;
  /** The task once it is no longer under way. */
  ended(by: Signed, id: number): Promise<Task>;
  download(path: string, given: { ticket?: string; headers?: Record<string, string> }): Promise<Downloaded>;
  /** Works at the queue until the answer is called, or `rest`. */
  work(works?: readonly TaskWork[]): Promise<() => Promise<void>>;
  /** Stops whoever works here. */
  rest(): Promise<void>;
}

export interface Signed {
  readonly headers: Record<string, string>;
}

export interface Downloaded {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
  readonly text: string;
}

const viewing = Object.values(taskForms).map(({ access }) => access);

/** Opens it; what exports hold is whatever `source` says, and the calls are those of tasks by default. */
export async function taskOffice(
  { db, url }: { db: Kysely<unknown>; url: string },
  { source, clock = systemClock, serve = serveTasks }: { source: SourceOf; clock?: Clock; serve?: (kit: Kit) => void },
): Promise<TaskOffice> {
  const folder = mkdtempSync(join(tmpdir(), 'back-office-tasks-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const files = await openFileStore(join(folder, 'store'));
  const log = createLog({ level: 'silent' });
  const server = await testServer(db, { serve, clock });
  mountDownload(server.app, { db, identity: server.identity, clock, log, files });
  const working: (() => Promise<void>)[] = [];
  const ask: TaskOffice['ask'] = async (by, call, input) =>
    (await server.call(`${bases[call.service]}${call.path}`, input, { headers: writing(by.headers) })).body as never;
  const task = async (by: Signed, id: number): Promise<Task> => {
    const found = (await ask(by, taskList, { page_size: 500 })).result.list.find((one) => one.id === id);
    if (!found) throw new Error(`no task ${id}`);
    return found;
  };
  return {
    server,
    files,
    folder,
    async hire(options = {}) {
      const actor = await person(db, { ...options, keys: ['task:add', ...viewing, ...(options.keys ?? [])] });
      const headers = await signedIn(db, actor, clock.now());
      return { ...actor, headers };
    },
    ask,
    async order(by, some = {}) {
      const asked = { task_type: taskType.stock, task_name: '库存', export_type: 1, ...some };
      const { code, msg, result } = await ask(by, addTask, asked);
      if (code !== 200) throw new Error(`no task: ${msg}`);
      return result.id;
    },
    task,
    async ended(by, id) {
      for (let tries = 0; tries < 3000; tries += 1) {
        const found = await task(by, id);
        if (!unfinished.includes(found.status)) return found;
        await sleep(50);
      }
      throw new Error(`task ${id} does not end`);
    },
    async download(path, { ticket, headers = {} }) {
      const query = ticket === undefined ? '' : `?ticket=${ticket}`;
      const answer = await server.app.inject({ method: 'GET', url: `/download/${path}${query}`, headers });
      const { statusCode: status, headers: answered, rawPayload: bytes, payload: text } = answer;
      return { status, headers: answered, bytes, text };
    },
    async work(works = [exportWork(everyKind(source))]) {
      const stop = await startWorker({ db, url, files, clock, log, works });
      working.push(stop);
      return stop;
    },
    async rest() {
      for (const stop of working.splice(0)) await stop();
    },
  };
}
