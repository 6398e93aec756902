import { type Kysely, sql } from 'kysely';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import type { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { countersChosen, countKey } from '#contract/areas/warehouse/stocktaking-calls.ts';
import type { Option } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { ScopeRule } from '#server/identity/actor.ts';
import { readRightsOf } from '#server/identity/read-rights.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';
import type { Events } from '#server/kit/events.ts';
import { readRecord } from '#server/kit/read-record.ts';
import type { SavedValues } from '#server/kit/save-record.ts';

interface Counter {
  id: number;
  nickname: string;
  username: string;
}

/** Who may be named to count in a warehouse, by name: accounts in use that hold the key and see the warehouse. */
export async function readCounters(
  { db, actor }: ReadContext,
  { warehouse_id }: { warehouse_id: number },
): Promise<{ list: Option[] }> {
  if (!(await readRecord(db, warehouse, { actor, id: warehouse_id }))) throw new Refusal('notFound');
  const people = await holdersOf(db, countKey, warehouse_id);
  return { list: people.map(({ id, nickname, username }) => ({ id, title: nickname, hint: username })) };
}

/** People with an account in use who hold a key and whose data scope takes in a warehouse, by name. */
export async function holdersOf(db: Kysely<unknown>, key: string, warehouseId: number): Promise<Counter[]> {
  const { rows } = await sql<Counter>`
    select a.id, a.nickname, a.username from admin a
    where a.status = 1 and exists (
      select 1 from admin_role h join role r on r.id = h.role_id and r.status = 1 join role_permission p on p.role_id = r.id
      where h.admin_id = a.id and p.permission_key = ${key}
    ) order by a.nickname, a.id`.execute(db);
  const rights = await readRightsOf(
    db,
    rows.map((row) => row.id),
  );
  const seeing = new Set(rights.filter(({ scope }) => sees(scope, warehouseId)).map((one) => one.id));
  return rows.filter((row) => seeing.has(row.id));
}

/** Refuses counters who could not count the sheet, naming the first of them and why. */
export async function checkCounters(context: WriteContext, values: SavedValues<typeof stocktaking>): Promise<void> {
  const ids = values.counter_ids ?? [];
  if (ids.length === 0) return;
  const rights = new Map((await readRightsOf(context.db, ids)).map((one) => [one.id, one]));
  for (const id of ids) {
    const one = rights.get(id);
    const why =
      one?.status !== 1
        ? '账号已停用'
        : !one.permissions.has(countKey)
          ? '没有盘点权限'
          : !sees(one.scope, values.warehouse_id)
            ? '数据范围不含此仓库'
            : undefined;
    if (why) throw new Refusal('invalid', `${await nameOf(context, id)} 不能盘点此仓库：${why}`, 'counter_ids');
  }
}

/** Says who has been named besides those of before; nobody is told of what they have done themselves. */
export async function announceCounters(
  events: Events,
  context: WriteContext,
  { now, before }: { now: SavedValues<typeof stocktaking>; before: readonly number[] },
): Promise<void> {
  const fresh = (now.counter_ids ?? []).filter((id) => !before.includes(id) && id !== context.actor.id);
  if (fresh.length === 0) return;
  const { rows } = await sql<{ name: string }>`select name from warehouse where id = ${now.warehouse_id}`.execute(
    context.db,
  );
  await events.emit(context, countersChosen, {
    stocktaking_no: now.stocktaking_no,
    warehouse_name: rows[0]?.name ?? '',
    plan_date: now.plan_date,
    admin_ids: fresh,
  });
}

function sees(scope: readonly ScopeRule[] | 'everything', warehouseId: number): boolean {
  return scope === 'everything' || scope.some(({ warehouse }) => warehouse?.includes(warehouseId) ?? true);
}

async function nameOf({ db }: WriteContext, id: number): Promise<string> {
  const { rows } = await sql<{ nickname: string }>`select nickname from admin where id = ${id}`.execute(db);
  return rows[0]?.nickname ?? `#${id}`;
}
