import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import { literal, type Tx } from '#server/database/transaction.ts';

/** One mutating call, as its op row names it. */
export interface Operation {
  readonly opId: string;
  readonly adminId: number | null;
  readonly call: string;
  readonly input: unknown;
  /** Names of fields of the input that are left out of what is kept (`Call.secret`). */
  readonly secret?: readonly string[] | undefined;
}

/** What a call answered when it was first made. */
export interface StoredAnswer {
  readonly result: unknown;
}

/**
 * Claims an op id inside the call's transaction. Undefined: it is new and now ours, the effect may follow. Otherwise
 * the answer of the first time, which is the only thing a repeat may get. A second try that is still running makes
 * this wait for the first one's commit. The id of another person or for another content is refused (4014); secrets do not
 * count as content.
 */
export async function claimOperation(tx: Tx, operation: Operation): Promise<StoredAnswer | undefined> {
  const { rows } = await sql.raw(claiming(operation)).execute(tx);
  return await claimed(tx, operation, rows);
}

/** A claim as the text of a statement, for a transaction that begins with it; its rows are for `claimed`. */
export function claiming(operation: Operation): string {
  const { opId, adminId, call } = operation;
  return `insert into op (op_id, admin_id, call, request_hash) values (${[opId, adminId, call, hashOf(operation)].map(literal).join(', ')}) on conflict (op_id) do nothing returning 1`;
}

/** What a claim that was made by its text means: as `claimOperation`. */
export async function claimed(
  tx: Tx,
  operation: Operation,
  rows: readonly unknown[],
): Promise<StoredAnswer | undefined> {
  if (rows.length === 1) return undefined;
  const first = await firstAnswer(tx, operation);
  if (!first) throw new Refusal('duplicateSubmit');
  return first;
}

/**
 * The answer of the first time without a claim, for what must be asked before anything is done; undefined when there was none.
 * Refuses as `claimOperation` does.
 */
export async function firstAnswer(db: Kysely<unknown>, operation: Operation): Promise<StoredAnswer | undefined> {
  const { rows } = await sql<{ admin_id: number | null; request_hash: string; answer: StoredAnswer | null }>`
    select admin_id, request_hash, answer from op where op_id = ${operation.opId}::uuid`.execute(db);
  const [first] = rows;
  if (!first) return undefined;
  if (first.admin_id !== operation.adminId || first.request_hash !== hashOf(operation) || !first.answer)
    throw new Refusal('duplicateSubmit');
  return first.answer;
}

/** Keeps the answer beside the effect, for repeats. */
export async function keepAnswer(tx: Tx, opId: string, result: unknown): Promise<void> {
  await sql.raw(keeping(opId, result)).execute(tx);
}

/** The same as the text of a statement, for a transaction that ends with it. */
export function keeping(opId: string, result: unknown): string {
  return `update op set answer = ${literal(JSON.stringify({ result }))} where op_id = ${literal(opId)}`;
}

/** Forgets op ids older than `days`; their calls can no longer be repeated. Returns how many. */
export async function forgetOperations(db: Kysely<unknown>, days: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from op where at < now() - make_interval(days => ${days})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

// Fast and without a salt: whoever reads the table could try passwords against it, so none goes in.
function hashOf({ call, input, secret = [] }: Operation): string {
  const content = JSON.stringify(input, (name, value: unknown) => (secret.includes(name) ? undefined : value));
  return createHash('sha256').update(call).update('\n').update(content).digest('base64');
}
