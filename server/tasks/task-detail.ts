import { type Kysely, sql } from 'kysely';
import type { TaskForm } from '#contract/areas/tasks/form.ts';
import { taskForms } from '#contract/areas/tasks/forms.ts';
import { taskFields } from '#contract/areas/tasks/task.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import type { Field } from '#contract/kit/field.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { readOwn } from './task-row.ts';

interface Line {
  name: string;
  value: string;
}

/** What a task was asked and where it stands, in words (domain.md §9.3). What it names outside the reader's data scope stays a number. */
export async function readDetail(
  context: ReadContext,
  { task_id }: { task_id: number },
): Promise<{ list: Line[]; data_type: number }> {
  const task = await readOwn(context.db, context, task_id);
  const form = (taskForms as Readonly<Record<number, TaskForm>>)[task.data_type];
  const asked = form ? await inWords(context, form, task.payload) : [];
  const stands = (['status', 'progress', 'created_at', 'row_count'] as const).map((name) => {
    const field: Field = taskFields[name] as Field;
    const value = task[name] === null ? '' : field.kind.print(task[name], field);
    return { name: field.label, value: name === 'progress' ? `${value}%` : value };
  });
  return { list: [...asked, ...stands.filter(({ value }) => value !== '')], data_type: task.data_type };
}

async function inWords(
  { db, actor }: ReadContext,
  { definition, hidden }: TaskForm,
  payload: Readonly<Record<string, unknown>>,
): Promise<Line[]> {
  const unused = new Set(hidden(payload));
  const given = Object.entries(definition.fields).filter(([name]) => payload[name] !== undefined && !unused.has(name));
  return await Promise.all(
    given.map(async ([name, field]) => ({
      name: field.label,
      value: field.target
        ? await titles(db, { actor, target: field.target(), ids: payload[name] as number[] })
        : shortened(field, payload[name]),
    })),
  );
}

/** Titles in the order in which they were chosen. */
async function titles(
  db: Kysely<unknown>,
  { actor, target, ids }: { actor: Actor; target: AnyDefinition; ids: readonly number[] },
): Promise<string> {
  const shown = ids.slice(0, mostShown);
  const scoped = scopeCondition(target, actor, 'r');
  const { rows } = await sql<{ id: number; title: string | null }>`
    select id, ${sql.ref(`r.${target.title}`)} as title from ${sql.table(tableOf(target))} as r
    where r.id = any(${shown}::bigint[])${scoped ? sql` and ${scoped}` : sql``}`.execute(db);
  const known = new Map(rows.map(({ id, title }) => [id, title]));
  return shown.map((id) => known.get(id) ?? String(id)).join('、') + more(ids.length);
}

function shortened(field: Field, value: unknown): string {
  if (!Array.isArray(value)) return field.kind.print(value, field);
  return field.kind.print(value.slice(0, mostShown), field) + more(value.length);
}

const more = (count: number): string => (count > mostShown ? ` 等 ${count} 个` : '');

/** Of a list of thousands a dialog shows the beginning. */
const mostShown = 50;
