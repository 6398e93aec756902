import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { admin } from '#contract/areas/access/admin.ts';
import { dimensionCodes, limitTarget } from '#contract/areas/access/data-limits.ts';
import { dataDimensions } from '#contract/areas/access/data-role.ts';
import { type PersonRights, rightsCall, type SeenOf } from '#contract/areas/access/rights.ts';
import { definitions } from '#contract/definitions.ts';
import { tableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { hiddenNames, seenWith } from '#contract/kit/mask.ts';
import type { Actor, ScopeRule } from '#server/identity/actor.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { type Rights, readRightsOf } from '#server/identity/read-rights.ts';
import type { Registry } from '#server/kit/registry.ts';
import { nameOfKey } from './permission-names.ts';

const input = z.strictObject({ ids: z.array(z.int().min(1)).min(1).max(2) });

/** Serves what people may do and see, from the reading that every call is guarded with. */
export function serveRights(registry: Registry): void {
  registry.read(rightsCall, input, async ({ db, actor }, { ids }) => {
    const { rows } = await sql<Pick<PersonRights, 'id' | 'username' | 'nickname'>>`
      select a.id, a.username, a.nickname from admin a where a.id = any(${ids}::bigint[]) and ${isVisible(admin, actor, 'a')}`.execute(
      db,
    );
    const read = await readRightsOf(db, ids);
    const list: PersonRights[] = [];
    for (const id of ids) {
      const person = rows.find((row) => row.id === id);
      const rights = read.find((one) => one.id === id);
      if (!person || !rights) throw new Refusal('notFound', undefined, 'ids');
      list.push({ ...person, ...(await inWords(db, actor, rights)) });
    }
    return { list };
  });
}

async function inWords(
  db: Kysely<unknown>,
  actor: Actor,
  { id, permissions, scope }: Rights,
): Promise<Pick<PersonRights, 'roles' | 'permissions' | 'scope' | 'hidden'>> {
  const { rows } = await sql<{ name: string; keys: string[] }>`
    select r.name, array(select p.permission_key from role_permission p where p.role_id = r.id) as keys
    from admin_role h join role r on r.id = h.role_id and r.status = 1 where h.admin_id = ${id} order by r.id`.execute(
    db,
  );
  return {
    roles: rows.map(({ name }) => name),
    permissions: [...permissions].sort().map((key) => ({
      key,
      name: nameOfKey(key),
      roles: rows.filter(({ keys }) => keys.includes(key)).map(({ name }) => name),
    })),
    scope: scope === 'everything' ? scope : await Promise.all(scope.map((rule) => ruleInWords(db, actor, rule))),
    hidden: definitions.flatMap((definition) => {
      const seen = seenWith(definition, (key) => permissions.has(key));
      const fields = { ...definition.lines?.fields, ...definition.fields };
      return [...hiddenNames(definition, seen)].map((name) => `${definition.label} · ${fields[name]?.label ?? name}`);
    }),
  };
}

async function ruleInWords(db: Kysely<unknown>, actor: Actor, rule: ScopeRule): Promise<SeenOf[]> {
  const limited: SeenOf[] = [];
  for (const code of dimensionCodes) {
    const { scope, label } = dataDimensions[code];
    const ids = rule[scope];
    if (!ids) continue;
    const target = limitTarget(code);
    const { rows } = await sql<{ name: string }>`
      select ${sql.ref(`x.${target.title}`)} as name from ${sql.table(tableOf(target))} x where x.id = any(${ids}::bigint[]) and ${isVisible(target, actor, 'x')} order by x.id limit ${limits.pageSize}`.execute(
      db,
    );
    limited.push({ label, names: rows.map(({ name }) => name), total: ids.length });
  }
  return limited;
}
