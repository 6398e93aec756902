import { type Kysely, sql } from 'kysely';
import {
  type DataDimension,
  type DataRoleOption,
  type DimensionOptions,
  dataDimensions,
} from '#contract/areas/access/data-role.ts';
import { definitions } from '#contract/definitions.ts';
import type { Actor } from '#server/identity/actor.ts';
import { readOptions } from '#server/kit/read-record.ts';

/** The dimensions in the order of their codes. */
export const dimensions = Object.entries(dataDimensions).map(([code, meaning]) => ({
  code: Number(code) as DataDimension,
  ...meaning,
}));

/** The code and words of a dimension under the name that tables keep. */
export function dimensionNamed(scope: string): { dimension: DataDimension; name: string } {
  const found = dimensions.find((one) => one.scope === scope);
  if (!found) throw new Error(`no dimension ${scope}`);
  return { dimension: found.code, name: found.label };
}

/** Data roles in use, each with its limits, in one query. */
export async function dataRoleOptions(db: Kysely<unknown>): Promise<DataRoleOption[]> {
  const { rows } = await sql<
    Omit<DataRoleOption, 'permissions'> & { limits: { scope: string; value_ids: number[] }[] }
  >`
    select r.id, r.name, r.remark, r.status, (
      select coalesce(jsonb_agg(jsonb_build_object('scope', p.dimension, 'value_ids', to_jsonb(p.value_ids)) order by p.dimension), '[]'::jsonb)
      from data_permission p where p.data_role_id = r.id and p.value_ids <> '{}') as limits
    from data_role r where r.status = 1 order by r.id`.execute(db);
  return rows.map(({ limits, ...row }) => ({
    ...row,
    permissions: limits.map(({ scope, value_ids }) => ({ ...dimensionNamed(scope), value_ids })),
  }));
}

/** What limits may name, inside the caller's own scope; one query a dimension. */
export async function dimensionOptions(db: Kysely<unknown>, actor: Actor): Promise<DimensionOptions[]> {
  const found = await Promise.all(
    dimensions.map(async ({ code, label, scope }) => {
      const definition = definitions.find((one) => one.name === scope);
      const options = definition ? (await readOptions(db, definition, { actor, asked: {} })).list : [];
      return { dimension: code, name: label, options };
    }),
  );
  return found.filter(({ options }) => options.length > 0);
}
