import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { TaskOrder, TaskTools } from '#server/tasks/work.ts';

/** What both halves of a file's work stand on. */
export interface FileRun {
  readonly kit: Kit;
  readonly order: TaskOrder;
  readonly tools: TaskTools;
  readonly fileId: number;
}

/** The context of what a run writes in this transaction, as the person who asked for it. */
export function contextOf(tx: Tx, { order, tools }: FileRun): WriteContext {
  const origin = { requestId: order.serialNo, ip: 'task', device: undefined, userAgent: '' };
  return { db: tx, actor: order.actor, now: tools.clock.now(), opId: randomUUID(), origin, log: tools.log };
}

/** A file as its task finds it, locked. */
export interface StandingFile {
  readonly id: number;
  readonly file_no: string;
  readonly file_type: number;
  readonly status: number;
  readonly path: string;
  readonly code_order_id: number | null;
  readonly source_type: string | null;
  readonly source_id: number | null;
  readonly source_no: string | null;
  readonly zone: string | null;
  /** ISO. */
  readonly created_at: string;
}

export async function lockFile(tx: Tx, id: number): Promise<StandingFile> {
  const { rows } = await sql<StandingFile>`
    select id, file_no, file_type, status, path, code_order_id, source_type, source_id, source_no, zone, created_at from code_file where id = ${id} for no key update`.execute(
    tx,
  );
  if (!rows[0]) throw new Refusal('notFound', '码文件不存在');
  return rows[0];
}
