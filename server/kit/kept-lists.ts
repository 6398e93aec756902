import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { fieldOf } from '#contract/kit/base-fields.ts';
import type { ListRequest } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isKeptList, type KeptList, type KeptValues, keepList, keptList } from '#contract/kit/kept-list.ts';
import { limits, tooManyEntries } from '#contract/kit/limits.ts';
import { keptListSchema } from '#contract/kit/schema.ts';
import type { WriteContext } from './call-context.ts';
import type { Registry } from './registry.ts';

const several = <T extends z.ZodType>(one: T) => z.array(one).min(1).max(limits.pastedEntries, tooManyEntries());
const values = z.union([
  z.strictObject({ texts: several(z.string().trim().min(1).max(limits.name)) }),
  z.strictObject({ ids: several(z.int().min(1)) }),
]);

/** Serves the lists that filters ask for by id (decision 0039). They are what people typed: whoever has the id may read one. */
export function serveKeptLists(registry: Registry): void {
  registry.write(keepList, values, async (context, kept) => await keep(context, kept));
  registry.read(keptList, keptListSchema, async ({ db, now }, { list }) => {
    const { rows } = await sql<{ ids: number[] | null; texts: string[] | null }>`
      update kept_list set used_at = ${now.toISOString()} where id = ${list} returning ids, texts`.execute(db);
    const [found] = rows;
    if (!found) throw new Refusal('notFound', forgotten, 'list');
    return found.ids ? { ids: found.ids } : { texts: found.texts ?? [] };
  });
}

async function keep({ db, now, actor }: WriteContext, kept: KeptValues): Promise<KeptList> {
  const [ids, texts] = 'ids' in kept ? [kept.ids, null] : [null, kept.texts];
  const id = createHash('sha256')
    .update(JSON.stringify([ids, texts]))
    .digest('base64url')
    .slice(0, idLength);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from kept_list where kept_by = ${actor.id} and kept_at > ${now.toISOString()}::timestamptz - interval '1 day' and id <> ${id}`.execute(
    db,
  );
  if ((rows[0]?.count ?? 0) >= mostADay)
    throw new Refusal('tooMany', `一天最多粘贴 ${mostADay} 个列表，请改用导入或明天再试`);
  await sql`
    insert into kept_list (id, ids, texts, used_at, kept_by, kept_at) values (${id}, ${ids}::bigint[], ${texts}::text[], ${now.toISOString()}, ${actor.id}, ${now.toISOString()})
    on conflict (id) do update set used_at = excluded.used_at`.execute(db);
  return { list: id };
}

/** Refuses a question about a kept list that is not there (any more), or holds something else than the filter asks for: it would find nothing, as if there were nothing. */
export async function refuseForgotten(
  db: Kysely<unknown>,
  definition: AnyDefinition,
  asked: ListRequest,
): Promise<void> {
  for (const name of definition.list.filters) {
    const value = asked[name];
    if (!isKeptList(value)) continue;
    const { kind, label } = fieldOf(definition, name);
    const { rows } = await sql<{ there: boolean }>`
      select ${sql.ref(kind.listed ?? 'ids')} is not null as there from kept_list where id = ${value.list}`.execute(db);
    if (!rows[0]?.there) throw new Refusal('invalid', `${label}：${forgotten}`, name);
  }
}

/** Forgets lists that nobody has opened for more than a year and no saved view asks for. Returns how many. */
export async function forgetKeptLists(db: Kysely<unknown>, now: Date): Promise<number> {
  const since = new Date(now.getTime() - keptDays * 86_400_000).toISOString();
  const { numAffectedRows } = await sql`
    delete from kept_list k where used_at < ${since}
      and not exists (select 1 from list_view v, jsonb_each(v.content -> 'filters') f where f.value ->> 'list' = k.id)`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

const idLength = 22;
const keptDays = 400;
/** Lists that one person keeps in a day: 64 MB of the longest texts, and far more than anybody pastes. */
const mostADay = 200;
const forgotten = '粘贴的列表已不在，请重新粘贴';
