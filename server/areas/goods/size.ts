import { sql } from 'kysely';
import { size, sizeType } from '#contract/areas/goods/size.ts';
import { callsOf, type Option, type OptionsRequest } from '#contract/kit/calls.ts';
import { optionsSchema } from '#contract/kit/schema.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { contains } from '#server/kit/kinds/conditions.ts';
import { whereClause } from '#server/kit/list-query.ts';
import { mostOptions } from '#server/kit/most-options.ts';
import { type EntityHooks, type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { renamePieces } from './piece-names.ts';

/** Sizes, as the lines of their runs. A picker shows the run beside the size, because every run has its own M. */
export function serveSize(kit: Kit): void {
  const { options: _options, ...others } = size.calls;
  serveEntity(kit, sizeType, runHooks);
  serveEntity(kit, { ...size, calls: others });
  kit.registry.read(callsOf(size).options, optionsSchema, sizeOptions);
}

/** The pieces of a size bear its name. */
const runHooks: EntityHooks<typeof sizeType> = {
  async after(context, id, _values, before) {
    if (before) await renamePieces(context, sql`z.size_type_id = ${id}`);
  },
};

async function sizeOptions(context: ReadContext, asked: OptionsRequest): Promise<{ list: Option[] }> {
  const parts = asked.ids ? [sql<boolean>`r.id = any(${asked.ids})`] : [sql<boolean>`t.status = 1`];
  if (asked.keyword) {
    const looked = ['r.name', 'r.code', 't.name'].flatMap((name) => contains(sql.ref(name), { value: asked.keyword }));
    parts.push(sql<boolean>`(${sql.join(looked, sql` or `)})`);
  }
  if (asked.texts) parts.push(sql<boolean>`r.name = any(${asked.texts})`);
  const { rows } = await sql<Option>`
    select ${asked.texts ? sql`r.name as text, ` : sql``}r.id, r.name as title, t.name as hint from size r join size_type t on t.id = r.size_type_id${whereClause(parts)}
    order by t.name, r."order", r.id limit ${mostOptions(asked)}`.execute(context.db);
  return { list: rows };
}
