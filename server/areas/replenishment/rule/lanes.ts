import { type Kysely, sql } from 'kysely';
import { allotAsked } from '#contract/areas/allocation/allot-events.ts';
import { ruleType } from '#contract/areas/replenishment/rule-words.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Registry } from '#server/kit/registry.ts';

/** Where goods may go. Where no lane is on, they may go anywhere. */
export interface Lanes {
  mayGo(from: number, to: number, categories: readonly number[]): boolean;
}

/** The lanes that are on (allot_rule_type 2). */
export async function readLanes(db: Kysely<unknown>): Promise<Lanes> {
  const { rows } = await sql<{ from: number[]; to: number[]; of: number[] }>`
    select from_warehouse_ids as "from", to_warehouse_ids as "to", category_ids as "of" from allot_rule
    where rule_type = ${ruleType.lane} and status = 1`.execute(db);
  const lanes = rows.map(({ from, to, of }) => ({ from: new Set(from), to: new Set(to), of: new Set(of) }));
  return {
    mayGo: (from, to, categories) =>
      lanes.length === 0 ||
      lanes.some(
        (lane) =>
          lane.from.has(from) && lane.to.has(to) && (lane.of.size === 0 || categories.some((one) => lane.of.has(one))),
      ),
  };
}

/** Refuses an allot that no lane lets through, once there are lanes (domain.md §4.15). */
export function keepToLanes({ events }: Pick<Registry, 'events'>): void {
  events.on(allotAsked, async ({ db }, { out_warehouse_id: from, in_warehouse_id: to, sku_ids }) => {
    const lanes = await readLanes(db);
    const { rows } = await sql<{ sku_no: string; categories: number[] }>`
      select k.sku_no, string_to_array(c.path, '/')::bigint[] as categories from sku k join category c on c.id = k.category_id
      where k.id = any(${sku_ids}::bigint[]) order by k.id`.execute(db);
    const stray = rows.find(({ categories }) => !lanes.mayGo(from, to, categories));
    if (!stray && (rows.length > 0 || lanes.mayGo(from, to, []))) return;
    const { rows: names } = await sql<{ id: number; name: string }>`
      select id, name from warehouse where id in (${from}, ${to})`.execute(db);
    const nameOf = (id: number) => names.find((one) => one.id === id)?.name ?? '';
    throw new Refusal(
      'invalid',
      `没有启用的调拨通道允许${stray ? `货品 ${stray.sku_no} ` : ''}从“${nameOf(from)}”调到“${nameOf(to)}”`,
      'in_warehouse_id',
    );
  });
}
