import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { serveAccess } from '#server/areas/access/access.ts';
import { permissionKeys, syncRoles } from '#server/areas/access/sync-roles.ts';
import type { Actor } from '#server/identity/actor.ts';
import { cheapPasswords } from '#tests/boot/passwords.ts';
import { type PersonOptions, person, signedIn, writing } from './people.ts';
import { type TestServer, testServer } from './server.ts';

type Answer = Record<string, unknown> & { code: number; msg: string; field?: string };

/** A signed-in person of the access-control tests. */
export interface Colleague extends Actor {
  readonly headers: Record<string, string>;
}

/** The access-control service over a test database, asked over HTTP by people who are there. */
export interface AccessOffice {
  readonly server: TestServer;
  /** Every permission key that is known, those of other areas given by `more` among them. */
  readonly keys: readonly string[];
  hire(options?: PersonOptions & { organizeId?: number }): Promise<Colleague>;
  ask(by: Colleague, path: string, body?: object): Promise<Answer>;
  /** As `ask`, for what must go through; its result. */
  result<T = Record<string, unknown>>(by: Colleague, path: string, body?: object): Promise<T>;
  roleId(code: string): Promise<number>;
  /** A role with these keys; its id. */
  role(keys: readonly string[]): Promise<number>;
  permissionIds(keys: readonly string[]): Promise<number[]>;
  organize(parentId?: number | null): Promise<number>;
  dataRole(rule: Readonly<Record<string, readonly number[]>>): Promise<number>;
}

/** Opens the service with its built-in roles; `more` are keys of other areas' calls. */
export async function accessOffice(db: Kysely<unknown>, more: readonly string[] = []): Promise<AccessOffice> {
  const server = await testServer(db, { serve: (kit) => serveAccess(kit, cheapPasswords()) });
  const keys = [...permissionKeys(server.kit.registry), ...more];
  await syncRoles(db, keys);
  const word = (): string => `t${randomBytes(5).toString('hex')}`;
  const first = async (statement: ReturnType<typeof sql>): Promise<number> =>
    ((await statement.execute(db)).rows[0] as { id: number }).id;
  const ask: AccessOffice['ask'] = async (by, path, body = {}) =>
    (await server.call(`/api/acl/v1/${path}`, body, { headers: writing(by.headers) })).body as Answer;
  const office: AccessOffice = {
    server,
    keys,
    async hire({ organizeId, ...options } = {}) {
      const actor = await person(db, options);
      if (organizeId) await sql`update admin set main_organize_id = ${organizeId} where id = ${actor.id}`.execute(db);
      return { ...actor, headers: await signedIn(db, actor) };
    },
    ask,
    async result(by, path, body) {
      const answer = await ask(by, path, body);
      if (answer.code !== 200) throw new Error(`${path} answers ${answer.code} ${answer.msg} (${answer.field})`);
      // What this process remembers of people is a second old.
      server.identity.forget();
      return answer.result as never;
    },
    roleId: async (code) => await first(sql`select id from role where code = ${code}`),
    async role(wanted) {
      const code = word();
      const id = await first(sql`insert into role (code, name) values (${code}, ${code}) returning id`);
      await sql`insert into role_permission (role_id, permission_key) select ${id}, unnest(${wanted}::text[])`.execute(
        db,
      );
      return id;
    },
    async permissionIds(wanted) {
      const { rows } = await sql<{ id: number }>`
        select id from permission where permission_key = any(${wanted}::text[]) order by id`.execute(db);
      return rows.map((row) => row.id);
    },
    async organize(parentId = null) {
      const code = word();
      const id = await first(
        sql`insert into organize (name, code, parent_id) values (${code}, ${code}, ${parentId}) returning id`,
      );
      await sql`
        update organize o set path = coalesce((select p.path || '/' from organize p where p.id = o.parent_id), '') || o.id where id = ${id}`.execute(
        db,
      );
      return id;
    },
    async dataRole(rule) {
      const id = await first(sql`insert into data_role (name) values (${word()}) returning id`);
      for (const [dimension, ids] of Object.entries(rule))
        await sql`update data_role set ${sql.ref(`${dimension}_ids`)} = ${ids}::bigint[] where id = ${id}`.execute(db);
      return id;
    },
  };
  return office;
}
