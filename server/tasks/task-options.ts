import { type Kysely, sql } from 'kysely';
import { lockType } from '#contract/areas/enums.ts';
import type { NamedId } from '#contract/areas/tasks/calls.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import type { Choices } from '#contract/kit/field.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { formOf } from './read-payload.ts';

type Options = { lock_list: NamedId[] } & Record<string, NamedId[]>;

/** The option lists of a form by field (specification §7 taskView); of records at most `limits.pageSizeMost`, within the data scope. */
export async function readOptions({ db, actor }: ReadContext, { task_type }: { task_type: number }): Promise<Options> {
  const { fields } = formOf(task_type).definition;
  const lists = await Promise.all(
    Object.entries(fields).map(async ([name, field]): Promise<[string, NamedId[]][]> => {
      if (field.target) return [[name, await recordsOf(db, actor, field.target())]];
      return field.choices ? [[name, namesOf(field.choices, /^word|^text$/.test(field.kind.name))]] : [];
    }),
  );
  return { ...Object.fromEntries(lists.flat()), lock_list: namesOf(lockType, false) };
}

function namesOf(choices: Choices, words: boolean): NamedId[] {
  return Object.entries(choices).map(([code, name]) => ({ id: words ? code : Number(code), name }));
}

async function recordsOf(db: Kysely<unknown>, actor: Actor, target: AnyDefinition): Promise<NamedId[]> {
  const title = sql.ref(`r.${target.title}`);
  const scoped = scopeCondition(target, actor, 'r');
  const { rows } = await sql<NamedId>`
    select r.id, ${title} as name from ${sql.table(tableOf(target))} as r${scoped ? sql` where ${scoped}` : sql``}
    order by ${title} collate "zh-x-icu", r.id limit ${limits.pageSizeMost}`.execute(db);
  return rows;
}
