import { sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import type { Tx } from '#server/database/transaction.ts';
import { type Account, wrongPassword } from './check-password.ts';

/**
 * Holds the row of an account whose password was judged before this transaction began, so that neither password nor
 * status changes before it ends. Refuses where either has changed since: with `invalid` in the words of a wrong password,
 * or with `mustChangePassword` where only a change of it has been ordered. Whoever changes the password or closes the account
 * changes this row first and ends the sessions after it, so they end what we open, or we find what they did. Where the
 * second factor is locked too, it is locked before.
 */
export async function holdAccount(tx: Tx, account: Account): Promise<void> {
  const { rows } = await sql<{ must_change_password: boolean }>`
    select must_change_password from admin
    where id = ${account.id} and status = 1 and password_hash is not distinct from ${account.password_hash} for no key update`.execute(
    tx,
  );
  const [held] = rows;
  if (!held) throw new Refusal('invalid', wrongPassword);
  if (held.must_change_password) throw new Refusal('mustChangePassword');
}

/** From now on the account chooses a new password before anything else. */
export async function askNewPassword(db: Tx, id: number): Promise<void> {
  await sql`update admin set must_change_password = true where id = ${id}`.execute(db);
}
