import { type Kysely, sql } from 'kysely';
import { recoveryCodes } from '#contract/areas/me/second-factor.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Tx } from '#server/database/transaction.ts';
import { reasonOf, StartupError } from '#server/platform/startup-error.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { newSecret, stepOf } from './totp.ts';
import type { Vault } from './vault.ts';

/** Where a person stands with the second factor. */
export interface SecondFactor {
  /** Sealed; null without one. */
  readonly secret: Buffer | null;
  readonly pending_secret: Buffer | null;
  readonly pending_since: string | null;
  /** A role in use asks for one. */
  readonly required: boolean;
}

/** One sentence for a code that is wrong, old or used: none of them can be told apart. */
export const wrongCode = '两步验证码不正确或已经用过';

/** Reads where a person stands. */
export async function readSecondFactor(db: Kysely<unknown>, adminId: number): Promise<SecondFactor> {
  const { rows } = await sql<SecondFactor>`
    select f.secret, f.pending_secret, f.pending_since,
      exists (select 1 from admin_role h join role r on r.id = h.role_id and r.status = 1 where h.admin_id = p.id and r.require_second_factor) as required
    from (select ${adminId}::bigint as id) p left join second_factor f on f.admin_id = p.id`.execute(db);
  return rows[0] ?? { secret: null, pending_secret: null, pending_since: null, required: false };
}

interface Proving {
  readonly adminId: number;
  readonly typed: string;
  readonly now: Date;
}

/**
 * Takes a code of the authenticator or a recovery code, once: of two that come together with the same code one is
 * refused. Returns which it was; refuses with `invalid` otherwise.
 */
export async function takeCode(
  db: Kysely<unknown>,
  vault: Vault,
  { adminId, typed, now }: Proving,
): Promise<'code' | 'recovery'> {
  const { secret } = await readSecondFactor(db, adminId);
  const step = secret ? stepOf(vault.open(secret, adminId), typed.replace(/\s/g, ''), now) : undefined;
  if (step !== undefined) {
    const { rows } = await sql`
      update second_factor set last_step = ${step} where admin_id = ${adminId} and secret = ${secret} and last_step < ${step} returning 1`.execute(
      db,
    );
    if (rows.length > 0) return 'code';
  }
  const hash = hashRecoveryCode(typed);
  if (hash) {
    const { rows } = await sql`
      update recovery_code set used_at = ${now.toISOString()} where admin_id = ${adminId} and code_hash = ${hash} and used_at is null returning 1`.execute(
      db,
    );
    if (rows.length > 0) return 'recovery';
  }
  throw new Refusal('invalid', wrongCode, 'second_factor');
}

/** Makes a secret that waits for its first code, in place of one that waited before; what is in force stays so. */
export async function proposeSecret(
  db: Kysely<unknown>,
  vault: Vault,
  { adminId, now }: { adminId: number; now: Date },
): Promise<string> {
  const secret = newSecret();
  const sealed = vault.seal(secret, adminId);
  await sql`
    insert into second_factor (admin_id, pending_secret, pending_since) values (${adminId}, ${sealed}, ${now.toISOString()})
    on conflict (admin_id) do update set pending_secret = excluded.pending_secret, pending_since = excluded.pending_since`.execute(
    db,
  );
  return secret;
}

/** Judges the first code of the waiting secret. Returns its time step; refuses with `invalid`, or says that there is nothing to confirm. */
export async function judgeFirstCode(
  db: Kysely<unknown>,
  vault: Vault,
  { adminId, typed, now }: Proving,
): Promise<{ sealed: Buffer; step: number }> {
  const { pending_secret: sealed, pending_since } = await readSecondFactor(db, adminId);
  if (!sealed || !pending_since || now.getTime() - Date.parse(pending_since) > pendingMs)
    throw new Refusal('illegalTransition', '设置已过期，请重新开始');
  const step = stepOf(vault.open(sealed, adminId), typed.replace(/\s/g, ''), now);
  if (step === undefined) throw new Refusal('invalid', wrongCode, 'second_factor');
  return { sealed, step };
}

/** Puts the waiting secret in force, with new recovery codes in place of all old ones. Refused when another was shown meanwhile. */
export async function confirmSecret(
  tx: Tx,
  { adminId, sealed, step, now }: { adminId: number; sealed: Buffer; step: number; now: Date },
): Promise<string[]> {
  const { rows } = await sql`
    update second_factor set secret = pending_secret, since = ${now.toISOString()}, last_step = ${step}, pending_secret = null, pending_since = null
    where admin_id = ${adminId} and pending_secret = ${sealed} returning 1`.execute(tx);
  if (rows.length === 0) throw new Refusal('versionConflict', '设置刚刚在别处完成或重新开始，请重新开始');
  const codes = newRecoveryCodes(recoveryCodes);
  const hashes = codes.flatMap((code) => hashRecoveryCode(code) ?? []);
  await sql`delete from recovery_code where admin_id = ${adminId}`.execute(tx);
  await sql`insert into recovery_code (admin_id, code_hash) select ${adminId}, unnest(${hashes}::bytea[])`.execute(tx);
  return codes;
}

/** Takes a person's second factor away, recovery codes and all. */
export async function removeSecondFactor(tx: Tx, adminId: number): Promise<void> {
  await sql`delete from second_factor where admin_id = ${adminId}`.execute(tx);
}

/** Refuses to start with a key that is not the one the secrets were sealed with: nobody with a second factor could get in. */
export async function checkVault(db: Kysely<unknown>, vault: Vault): Promise<void> {
  const { rows } = await sql<{ admin_id: number; secret: Buffer }>`
    select admin_id, secret from second_factor where secret is not null limit 1`.execute(db);
  for (const { admin_id, secret } of rows) {
    try {
      vault.open(secret, admin_id);
    } catch (error) {
      throw new StartupError(
        `the secret key is not the one this database was used with (SECRET_KEY, or secret-key in DATA_DIR): ${reasonOf(error)}`,
      );
    }
  }
}

const pendingMs = 10 * 60_000;
