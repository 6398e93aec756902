import { sql } from 'kysely';
import { z } from 'zod';
import { admin } from '#contract/areas/access/admin.ts';
import { brand } from '#contract/areas/goods/brand.ts';
import { category } from '#contract/areas/goods/category.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import {
  type CommonAnswer,
  type CommonRow,
  type CommonSort,
  commonData,
  commonLists,
  commonSorts,
} from '#contract/areas/shell/common-data.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import { limits } from '#contract/kit/limits.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { whereClause } from '#server/kit/list-query.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/** The lists that a browser keeps whole (specification §7 getCommData). */
export function serveCommonData(kit: Kit): void {
  kit.registry.read(commonData, z.strictObject({ t: z.enum(commonSorts) }), commonRows);
}

const definitions: Readonly<Record<CommonSort, AnyDefinition>> = { category, brand, sup: supplier, admin };

/** One query: the records in use that this person may see, by pinyin; one more than a list holds tells whether it is whole. */
async function commonRows(context: ReadContext, { t }: { t: CommonSort }): Promise<CommonAnswer> {
  const definition = definitions[t];
  const scoped = scopeCondition(definition, context.actor, 'r');
  const code = definition.hint ? sql.ref(`r.${definition.hint}`) : sql`null::text`;
  const name = sql.ref(`r.${definition.title}`);
  const { rows } = await sql<CommonRow>`
    select r.id, ${name} as name, ${code} as code from ${sql.table(tableOf(definition))} as r
    ${whereClause([sql<boolean>`r.status = 1`, ...(scoped ? [scoped] : [])])}
    order by ${name} collate "zh-x-icu", r.id limit ${limits.commonRows + 1}`.execute(context.db);
  return { [commonLists[t].key]: rows.slice(0, limits.commonRows), more: rows.length > limits.commonRows };
}
