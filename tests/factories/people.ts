import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { headers } from '#contract/kit/call.ts';
import type { Actor, ScopeRule } from '#server/identity/actor.ts';
import { openSession } from '#server/identity/sessions.ts';
import { cheapPasswords } from '#tests/boot/passwords.ts';

export interface PersonOptions {
  username?: string;
  nickname?: string;
  /** Codes of roles that are in the database. */
  roles?: readonly string[];
  /** Permission keys, given by a role made for this person. */
  keys?: readonly string[];
  /** What the person sees: one data role for each rule. By default everything, and nothing without a key. */
  scope?: readonly ScopeRule[];
  /** Without one the person cannot sign in by password. */
  password?: string;
  mustChange?: boolean;
}

/** A person in the database, as the actor that their token will stand for. */
export async function person(db: Kysely<unknown>, options: PersonOptions = {}): Promise<Actor> {
  const { roles = [], keys = [], scope } = options;
  const username = options.username ?? `p${randomBytes(5).toString('hex')}`;
  const nickname = options.nickname ?? `人员${username}`;
  const hash = options.password === undefined ? null : await cheapPasswords().hash(options.password);
  const id = await inserted(
    db,
    sql`insert into admin (username, nickname, password_hash, must_change_password) values (${username}, ${nickname}, ${hash}, ${options.mustChange ?? false})`,
  );
  for (const code of roles) await giveRole(db, id, code);
  if (keys.length > 0) await giveRole(db, id, await roleWith(db, keys));
  for (const rule of scope ?? []) await giveDataRole(db, id, rule);
  const { rows } = await sql<{ key: string }>`
    select distinct permission_key as key from role_permission join admin_role using (role_id) where admin_id = ${id}`.execute(
    db,
  );
  return {
    id,
    username,
    nickname,
    sessionId: 0,
    permissions: new Set(rows.map((row) => row.key)),
    scope: scope ?? (rows.length > 0 ? 'everything' : []),
  };
}

/** The headers of a call that this person makes from a fresh session. */
export async function signedIn(
  db: Kysely<unknown>,
  { id }: { id: number },
  now = new Date(),
): Promise<Record<string, string>> {
  const { token } = await openSession(db, {
    adminId: id,
    deviceKind: 'tablet',
    ip: '127.0.0.1',
    userAgent: 'test',
    device: undefined,
    now,
  });
  return { [headers.authorization]: token, [headers.userId]: String(id) };
}

/** As `signedIn`, with an op id of its own, for a call that writes. */
export function writing(signed: Record<string, string>, opId: string = crypto.randomUUID()): Record<string, string> {
  return { ...signed, [headers.opId]: opId };
}

/** Makes a role with these keys; its code. */
export async function roleWith(db: Kysely<unknown>, keys: readonly string[]): Promise<string> {
  const code = `r${randomBytes(5).toString('hex')}`;
  const roleId = await inserted(db, sql`insert into role (code, name) values (${code}, ${code})`);
  await sql`insert into role_permission (role_id, permission_key) select ${roleId}, unnest(${keys}::text[])`.execute(
    db,
  );
  return code;
}

export async function giveRole(db: Kysely<unknown>, adminId: number, code: string): Promise<void> {
  const { rows } =
    await sql`insert into admin_role (admin_id, role_id) select ${adminId}, id from role where code = ${code} returning 1`.execute(
      db,
    );
  if (rows.length === 0) throw new Error(`no role ${code} in the database: syncRoles first`);
}

/** Limits a person to what this rule shows them, besides what other rules do. */
export async function giveDataRole(db: Kysely<unknown>, adminId: number, rule: ScopeRule): Promise<void> {
  const dataRoleId = await inserted(db, sql`insert into data_role (name) values (${randomBytes(5).toString('hex')})`);
  for (const [dimension, ids] of Object.entries(rule)) {
    await sql`update data_role set ${sql.ref(`${dimension}_ids`)} = ${ids}::bigint[] where id = ${dataRoleId}`.execute(
      db,
    );
  }
  await sql`insert into admin_data_role (admin_id, data_role_id) values (${adminId}, ${dataRoleId})`.execute(db);
}

async function inserted(db: Kysely<unknown>, statement: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ id: number }>`${statement} returning id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('nothing was inserted');
  return row.id;
}
