import { type Kysely, sql } from 'kysely';
import { allotAsked } from '#contract/areas/allocation/allot-events.ts';
import { ruleType } from '#contract/areas/replenishment/rule-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Registry } from '#server/kit/registry.ts';

/** Where goods may go. Where no route is on, they may go anywhere. */
export interface TransferRoutes {
  mayGo(from: number, to: number, categories: readonly number[]): boolean;
}

/** The routes that are on (allot_rule_type 2). */
export async function readTransferRoutes(db: Kysely<unknown>): Promise<TransferRoutes> {
  const { rows } = await sql<{ from: number[]; to: number[]; of: number[] }>`
    select from_warehouse_ids as "from", to_warehouse_ids as "to", category_ids as "of" from allot_rule
    where rule_type = ${ruleType.route} and status = 1`.execute(db);
  const routes = rows.map(({ from, to, of }) => ({ from: new Set(from), to: new Set(to), of: new Set(of) }));
  return {
    mayGo: (from, to, categories) =>
      routes.length === 0 ||
      routes.some(
        (route) =>
          route.from.has(from) &&
          route.to.has(to) &&
          (route.of.size === 0 || categories.some((one) => route.of.has(one))),
      ),
  };
}

/** Refuses an allot that no route lets through, once there are routes (domain.md §4.15). */
export function keepToTransferRoutes({ events }: Pick<Registry, 'events'>): void {
  events.on(allotAsked, async ({ db }, { out_warehouse_id: from, in_warehouse_id: to, sku_ids }) => {
    const routes = await readTransferRoutes(db);
    const { rows } = await sql<{ sku_no: string; categories: number[] }>`
      select k.sku_no, string_to_array(c.path, '/')::bigint[] as categories from sku k join category c on c.id = k.category_id
      where k.id = any(${sku_ids}::bigint[]) order by k.id`.execute(db);
    const stray = rows.find(({ categories }) => !routes.mayGo(from, to, categories));
    if (!stray && (rows.length > 0 || routes.mayGo(from, to, []))) return;
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
