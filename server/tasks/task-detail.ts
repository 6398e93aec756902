import { type Kysely, sql } from 'kysely';
import type { NewListTask } from '#contract/areas/tasks/calls.ts';
import type { TaskForm } from '#contract/areas/tasks/form.ts';
import { taskForms } from '#contract/areas/tasks/forms.ts';
import { type ImportOrder, importOptionFields } from '#contract/areas/tasks/imports.ts';
import { listTask, taskFields } from '#contract/areas/tasks/task.ts';
import { tableOf } from '#contract/kit/definition.ts';
import type { Field, Fields } from '#contract/kit/field.ts';
import { isKeptList } from '#contract/kit/kept-list.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { listQuestion } from './lists/list-question.ts';
import { type OwnTask, readOwn } from './task-row.ts';

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
  const asked = await inWords(context, askedOf(task));
  const stands = (['status', 'progress', 'created_at', 'row_count', 'remark'] as const).map((name) => {
    const field: Field = taskFields[name];
    const value = task[name] === null ? '' : field.kind.print(task[name], field);
    return { name: field.label, value: name === 'progress' ? `${value}%` : value };
  });
  return { list: [...asked, ...stands.filter(({ value }) => value !== '')], data_type: task.data_type };
}

interface Asked {
  readonly fields: Fields;
  readonly values: Readonly<Record<string, unknown>>;
}

/** An export is asked by its form, a list by its filters, an import by its options. */
function askedOf({ data_type, payload }: OwnTask): Asked {
  if (data_type === listTask) return listQuestion(payload as unknown as NewListTask);
  const form = (taskForms as Readonly<Record<number, TaskForm>>)[data_type];
  if (!form) return { fields: importOptionFields, values: { ...(payload as Partial<ImportOrder>).options } };
  const unused = new Set(form.hidden(payload));
  const fields = Object.entries(form.definition.fields).filter(([name]) => !unused.has(name));
  return { fields: Object.fromEntries(fields), values: payload };
}

async function inWords({ db, actor }: ReadContext, { fields, values }: Asked): Promise<Line[]> {
  const given = Object.entries(fields).filter(([name]) => values[name] !== undefined);
  return await Promise.all(
    given.map(async ([name, field]) => ({
      name: field.label,
      value: isKeptList(values[name])
        ? '粘贴的列表'
        : field.target
          ? await titles(db, actor, field, [values[name]].flat() as (number | string)[])
          : shortened(field, values[name]),
    })),
  );
}

/** Titles in the order in which they were chosen. */
async function titles(
  db: Kysely<unknown>,
  actor: Actor,
  { target: targetOf, by = 'id' }: Field,
  values: readonly (number | string)[],
): Promise<string> {
  const target = targetOf?.();
  if (!target) return '';
  const shown = values.slice(0, mostShown);
  const scoped = scopeCondition(target, actor, 'r');
  const { rows } = await sql<{ value: number | string; title: string | null }>`
    select ${sql.ref(`r.${by}`)} as value, ${sql.ref(`r.${target.title}`)} as title from ${sql.table(tableOf(target))} as r
    where ${sql.ref(`r.${by}`)} = any(${shown})${scoped ? sql` and ${scoped}` : sql``}`.execute(db);
  const known = new Map(rows.map(({ value, title }) => [value, title]));
  return shown.map((value) => known.get(value) ?? String(value)).join('、') + more(values.length);
}

function shortened(field: Field, value: unknown): string {
  if (!Array.isArray(value)) return field.kind.print(value, field);
  const shown = value.slice(0, mostShown);
  // A filter takes several values of a field that holds one.
  const words = field.kind.many
    ? field.kind.print(shown, field)
    : shown.map((one) => field.kind.print(one, field)).join('、');
  return words + more(value.length);
}

const more = (count: number): string => (count > mostShown ? ` 等 ${count} 个` : '');

/** Of a list of thousands a dialog shows the beginning. */
const mostShown = 50;
