import { type RawBuilder, sql } from 'kysely';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import type { Field } from '#contract/kit/field.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';

/**
 * The left join of what `column` refers to, for its title. What is outside the person's data scope stays without one, as in
 * every list (decision 0018). A join whose columns nobody asks for costs nothing.
 */
export function joinTitle(
  actor: Actor,
  definition: AnyDefinition,
  alias: string,
  column: RawBuilder<unknown>,
  { by = 'id' }: Pick<Field, 'by'> = {},
): RawBuilder<unknown> {
  const scoped = scopeCondition(definition, actor, alias);
  return sql` left join ${sql.table(tableOf(definition))} as ${sql.ref(alias)} on ${sql.ref(`${alias}.${by}`)} = ${column}${scoped ? sql` and ${scoped}` : sql``}`;
}

/** Style `p`, colour `c` and size `z` of sku `k`. */
export function joinGoods(): RawBuilder<unknown> {
  return sql` join spu as p on p.id = k.spu_id left join attribute_value as c on c.id = k.color_value_id left join size as z on z.id = k.size_id`;
}
