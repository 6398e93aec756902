import { randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { inTransaction } from '#server/database/transaction.ts';
import type { Passwords } from '#server/identity/passwords.ts';

/**
 * Makes the first account of an installation without people: `admin`, with every key and a password that must be
 * changed at the first sign-in (reliability S37: there is no default account). Returns the password once, to be shown
 * once; undefined when there are people already. The built-in roles must be there.
 */
export async function ensureFirstAdmin(
  db: Kysely<unknown>,
  passwords: Passwords,
): Promise<{ username: string; password: string } | undefined> {
  if (await hasPeople(db)) return undefined;
  const password = oneTimePassword();
  const hash = await passwords.hash(password);
  const made = await inTransaction(db, async (tx) => {
    // Two processes may both have found nobody.
    await sql`select pg_advisory_xact_lock(hashtext('first-admin'))`.execute(tx);
    if (await hasPeople(tx)) return false;
    const { rows } = await sql`
      with made as (insert into admin (username, nickname, password_hash, must_change_password, created_by, updated_by) values ('admin', '系统管理员', ${hash}, true, 1, 1) returning id)
      insert into admin_role (admin_id, role_id) select made.id, role.id from made, role where role.code = 'super' returning 1`.execute(
      tx,
    );
    if (rows.length === 0) throw new Error('the role super is missing: roles come before people');
    return true;
  });
  return made ? { username: 'admin', password } : undefined;
}

// The installation's own account has no password.
async function hasPeople(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`select 1 from admin where password_hash is not null limit 1`.execute(db);
  return rows.length > 0;
}

/** About 99 random bits, to be copied from a screen by hand: no letters that look alike. */
function oneTimePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const groups = Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join(''),
  );
  return groups.join('-');
}
