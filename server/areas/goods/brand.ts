import { sql } from 'kysely';
import { z } from 'zod';
import { brand, brandCalls } from '#contract/areas/goods/brand.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { allows } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { whereClause } from '#server/kit/list-query.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import type { StatusHooks } from '#server/kit/status.ts';
import { changeStatus } from '#server/kit/status.ts';

/** Brands: the calls that only they have (domain/api.csv /v1/brand). */
export function serveBrand(kit: Kit): void {
  serveEntity(kit, brand, hooks);
  const { registry } = kit;
  // The specification says `lists` (§7); the browser asks as it asks every list.
  registry.alsoAt(callsOf(brand).list, '/v1/brand/lists');
  const ids = z.array(z.int().min(1)).min(1).max(limits.pastedEntries);
  const names = z
    .array(z.string().trim().max(limits.name))
    .min(1)
    .max(limits.pastedEntries, `一次最多输入${limits.pastedEntries}个`);

  registry.read(brandCalls.getMap, z.strictObject({ ids: ids.optional() }), namesById);
  registry.read(brandCalls.checkBatch, z.strictObject({ names }), (context, input) => check(context, input.names));
  registry.write(brandCalls.enable, z.strictObject({ ids }), (context, input) =>
    changeStatus(context, { definition: brand, ids: input.ids, status: 1, hooks: {} }),
  );
  registry.write(brandCalls.disable, z.strictObject({ ids }), (context, input) =>
    changeStatus(context, { definition: brand, ids: input.ids, status: 0, hooks: {} }),
  );
}

const hooks: StatusHooks<typeof brand> = {
  // The one status call serves both directions of the generated list; each direction keeps its own key.
  async guardStatus(context, _records, status) {
    if (status === 0 && !allows(context.actor, 'brand:disable')) throw new Refusal('forbidden');
  },
};

interface Named {
  id: number;
  name: string;
}

async function namesById(
  context: ReadContext,
  { ids }: { ids?: number[] | undefined },
): Promise<Record<string, string>> {
  const scoped = scopeCondition(brand, context.actor, 'r');
  const where = whereClause([...(ids ? [sql<boolean>`r.id = any(${ids})`] : []), ...(scoped ? [scoped] : [])]);
  const { rows } = await sql<Named>`select r.id, r.name from brand r${where} order by r.id`.execute(context.db);
  return Object.fromEntries(rows.map((row) => [String(row.id), row.name]));
}

async function check(
  context: ReadContext,
  pasted: readonly string[],
): Promise<{ matched: Named[]; unmatched: string[] }> {
  const wanted = new Map(pasted.filter((name) => name !== '').map((name) => [name.toLowerCase(), name]));
  const scoped = scopeCondition(brand, context.actor, 'r');
  const where = whereClause([sql<boolean>`lower(r.name) = any(${[...wanted.keys()]})`, ...(scoped ? [scoped] : [])]);
  const { rows } = await sql<Named>`select r.id, r.name from brand r${where} order by r."order", r.id`.execute(
    context.db,
  );
  const found = new Set(rows.map((row) => row.name.toLowerCase()));
  return { matched: rows, unmatched: [...wanted].filter(([key]) => !found.has(key)).map(([, name]) => name) };
}
