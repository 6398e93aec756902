import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Tx } from '#server/database/transaction.ts';
import { systemActor } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import { addRecord, type SaveHooks, type Values } from '#server/kit/save-record.ts';
import type { Clock } from '../platform/clock.ts';
import type { FileStore } from '../platform/file-store.ts';
import { createLog } from '../platform/log.ts';

/** What one step is given: its transaction, the instant of the whole load, the number series, and where files are kept. */
export interface SeedStep {
  readonly tx: Tx;
  readonly now: Date;
  readonly numbers: Numbers;
  readonly files: FileStore;
}

/** A part of the demo company, as its area says it; `name` is kept in the database once it is done. */
export interface SeedPart {
  readonly name: string;
  /** Names of the parts that it needs. */
  readonly after: readonly string[];
  before?(db: Kysely<unknown>, given: { password: string; clock: Clock }): Promise<void>;
  run(step: SeedStep): Promise<void>;
}

/** The context of what the installation itself writes. */
export function contextOf({ tx, now }: SeedStep): WriteContext {
  const origin = { requestId: 'demo', ip: 'demo', device: undefined, userAgent: '' };
  return { db: tx, actor: systemActor, now, opId: randomUUID(), origin, log: createLog({ level: 'warn' }) };
}

/** Adds one record as the screens do; answers its id. */
export async function add(
  step: SeedStep,
  definition: AnyDefinition,
  { input, hooks = {} }: { input: Values; hooks?: SaveHooks },
): Promise<number> {
  return (await addRecord(contextOf(step), { definition, input, hooks, numbers: step.numbers })).id;
}
