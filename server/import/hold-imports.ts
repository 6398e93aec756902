import { sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import type { Tx } from '#server/database/transaction.ts';
import { codeOf } from '#server/platform/startup-error.ts';

/**
 * Waits until no other import is under way, and keeps others waiting until the transaction ends: what this one does not find,
 * no other adds meanwhile. For the rest of the transaction a statement or a lock may take 20 minutes, because the whole history
 * of a company takes longer than a person's call. Refuses with `busy` when the import before it does not end in that time.
 */
export async function holdImports(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = '20min'; set local lock_timeout = '20min'`.execute(tx);
  try {
    await sql`select pg_advisory_xact_lock(hashtext('import'))`.execute(tx);
  } catch (error) {
    if (!gaveUp.has(codeOf(error) ?? '')) throw error;
    throw new Refusal('busy', '另一个导入还没有结束，请稍后再试');
  }
}

// Lock timeout and statement timeout: both limits are reached together, and either may be told.
const gaveUp = new Set(['55P03', '57014']);
