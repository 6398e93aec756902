import { type Kysely, sql } from 'kysely';
import type { GrantItem } from '#contract/areas/access/grant.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { nameOfKey } from '../permission-names.ts';
import type { StoredItem } from './item.ts';

/** Ids by what they are ids of. */
export type IdsByKind = Partial<Record<GrantItem['kind'], readonly number[]>>;

/** The items behind ids, with their names, in one query. Ids of nothing are refused under `field`. */
export async function describe(db: Kysely<unknown>, ids: IdsByKind, field: string): Promise<StoredItem[]> {
  const asked = Object.entries(ids).flatMap(([kind, list]) => list.map((id) => ({ kind, id })));
  if (asked.length === 0) return [];
  const { rows } = await sql<{ kind: GrantItem['kind']; id: number; name: string | null; key: string | null }>`
    select i.kind, i.id, coalesce(r.name, d.name, o.name) as name, p.permission_key as key
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as i (kind text, id bigint)
    left join role r on i.kind = 'role' and r.id = i.id
    left join data_role d on i.kind = 'dataRole' and d.id = i.id
    left join organize o on i.kind in ('organize', 'mainOrganize') and o.id = i.id
    left join permission p on i.kind = 'permission' and p.id = i.id order by i.kind, i.id`.execute(db);
  return rows.map(({ kind, id, name, key }) => {
    if (name === null && key === null) throw new Refusal('invalid', '所选内容不存在', field);
    return { kind, id, name: name ?? nameOfKey(key ?? '') };
  });
}

/** Refuses items that are switched off: what is given must be in use. */
export async function refuseSwitchedOff(db: Kysely<unknown>, gained: readonly StoredItem[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select i.name from jsonb_to_recordset(${JSON.stringify(gained)}::jsonb) as i (kind text, id bigint, name text)
    left join role r on i.kind = 'role' and r.id = i.id
    left join data_role d on i.kind = 'dataRole' and d.id = i.id
    left join organize o on i.kind in ('organize', 'mainOrganize') and o.id = i.id
    where coalesce(r.status, d.status, o.status) = 0 limit 1`.execute(db);
  if (rows[0]) throw new Refusal('illegalTransition', `“${rows[0].name}”已停用，不能授予`);
}
