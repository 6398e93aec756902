import { type Kysely, sql } from 'kysely';
import Pinyin from 'pinyin-match';
import { staff } from '#contract/areas/access/admin.ts';
import { logistics } from '#contract/areas/partners/logistics.ts';
import { purchaser } from '#contract/areas/partners/purchaser.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import { whereClause } from '#server/kit/list-query.ts';
import type { Hit } from './search-kinds.ts';

/**
 * Partners, places and people whose name or number answers to a text: a part of it, its pinyin or the initials of that. Read whole and held against
 * the text here, as there are few of them; goods are many, and found by numbers, by parts of their names and by the initials kept of these.
 */
export async function namedHits(
  db: Kysely<unknown>,
  { actor, text, mayOpen }: { actor: Actor; text: string; mayOpen: (definition: AnyDefinition) => boolean },
): Promise<Hit[]> {
  const open = kinds.filter(({ definition }) => mayOpen(definition));
  if (open.length === 0) return [];
  const reads = open.map(({ definition, no }, place) => {
    const scoped = scopeCondition(definition, actor, 'r');
    return sql`(select ${definition.name}::text as kind, ${place}::int as place, r.id, ${sql.ref(`r.${no}`)}::text as no, ${sql.ref(`r.${definition.title}`)}::text as name
      from ${sql.table(tableOf(definition))} as r ${whereClause([sql<boolean>`r.status <> 0`, ...(scoped ? [scoped] : [])])}
      order by r.id limit ${mostRead})`;
  });
  const { rows } = await sql<Pick<Hit, 'kind' | 'place' | 'id' | 'no'> & { name: string }>`
    select * from (${sql.join(reads, sql` union all `)}) as found order by place, id`.execute(db);
  const capitals = text.toUpperCase();
  return rows
    .filter(({ no, name }) => no.toUpperCase().includes(capitals) || Pinyin.match(name, text) !== false)
    .map((row) => ({ ...row, own_no: row.no, status: null, likeness: row.no.toUpperCase() === capitals ? 0 : 3 }));
}

const kinds: readonly { readonly definition: AnyDefinition; readonly no: string }[] = [
  { definition: supplier, no: 'supplier_no' },
  { definition: shop, no: 'shop_no' },
  { definition: warehouse, no: 'warehouse_no' },
  { definition: purchaser, no: 'purchaser_no' },
  { definition: logistics, no: 'code' },
  { definition: staff, no: 'username' },
];

/** Of each kind; no company has as many. */
const mostRead = 3000;
