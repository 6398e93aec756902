import { sql } from 'kysely';
import { bulkTask } from '#contract/areas/tasks/task.ts';
import { toolBatch } from '#contract/areas/tasks/tool-batch.ts';
import type { BulkDefinition, BulkOrder, BulkOrdered, BulkRow } from '#contract/kit/bulk.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits, tooManyEntries } from '#contract/kit/limits.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument } from '#server/kit/create-document.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import type { Values } from '#server/kit/save-record.ts';
import { queueTask } from '../add-task.ts';
import { type RowWriter, refuseUnable } from './change-row.ts';
import { type Found, recordsOf } from './find-targets.ts';
import { refuseNothing } from './look-rows.ts';

interface Ordering {
  readonly definition: BulkDefinition;
  readonly writer: RowWriter;
  readonly numbers: Numbers;
}

/** Takes an order to change many records: the batch, a row for each of them with what stands there now, and the task that does it. */
export async function makeBatch(
  context: WriteContext,
  { definition, writer, numbers }: Ordering,
  { ids = [], rows = [], fields = {} }: BulkOrder,
): Promise<BulkOrdered> {
  const wanted: BulkRow[] = [...ids.map((id) => ({ id })), ...rows];
  refuseRows(wanted);
  refuseNothing(fields, wanted);
  const names = [...Object.keys(fields), ...wanted.flatMap((row) => Object.keys(row.fields ?? {}))];
  refuseUnable(context.actor, writer, [...new Set(names)]);
  const records = await recordsOf(
    context,
    definition,
    wanted.map(({ id }) => id),
  );
  const batch = await createDocument({ numbers }, context, {
    definition: toolBatch,
    label: '新建',
    values: { type: definition.bulk.type, total: wanted.length, runner_id: context.actor.id },
  });
  await insertRows(
    context,
    batch.id,
    wanted.map((row) => lineOf(definition, { row, fields, record: records.get(row.id) })),
  );
  await queueBatch(context, numbers, { id: batch.id, definition });
  return { batch_id: batch.id, batch_no: batch.no ?? '' };
}

/** Puts the work of a batch into the queue, as a task of whoever asks; the batch remembers it. */
export async function queueBatch(
  context: WriteContext,
  numbers: Numbers,
  { id, definition, undoing = false }: { id: number; definition: BulkDefinition; undoing?: boolean },
): Promise<number> {
  const task = await queueTask(context, numbers, {
    type: bulkTask,
    name: `${undoing ? '撤销' : ''}批量修改${definition.label}`.slice(0, limits.name),
    payload: { batch_id: id, type: definition.bulk.type },
  });
  await sql`update tool_batch set task_id = ${task.id} where id = ${id}`.execute(context.db);
  return task.id;
}

function refuseRows(rows: readonly BulkRow[]): void {
  if (rows.length === 0) throw new Refusal('invalid', '请选择要修改的记录', 'rows');
  if (rows.length > limits.pastedEntries) throw new Refusal('invalid', tooManyEntries(), 'rows');
  const first = new Map<number, number>();
  for (const [place, { id }] of rows.entries()) {
    const before = first.get(id);
    if (before !== undefined)
      throw new Refusal('invalid', `第 ${place + 1} 行与第 ${before + 1} 行是同一记录`, `rows.${place}.id`);
    first.set(id, place);
  }
}

interface NewLine {
  readonly target_id: number;
  readonly target_key: string;
  readonly version: number | null;
  readonly before: Values | null;
  readonly after: Values;
}

// What its person does not see has no name here, and is refused when its turn comes.
function lineOf(
  definition: BulkDefinition,
  { row, fields, record }: { row: BulkRow; fields: Values; record: Found | undefined },
): NewLine {
  const after = { ...fields, ...row.fields };
  return {
    target_id: row.id,
    target_key: String(record?.[definition.title] ?? row.id),
    version: row.version ?? record?.version ?? null,
    before: record ? Object.fromEntries(Object.keys(after).map((name) => [name, record[name] ?? null])) : null,
    after,
  };
}

async function insertRows({ db }: WriteContext, batchId: number, lines: readonly NewLine[]): Promise<void> {
  await sql`
    insert into tool_batch_line (tool_batch_id, row_no, target_id, target_key, version, before, after, op_id)
    select ${batchId}, e.row_no, e.target_id, e.target_key, e.version, e.before, e.after, gen_random_uuid()
    from jsonb_to_recordset(${JSON.stringify(lines.map((line, place) => ({ ...line, row_no: place + 1 })))}::jsonb)
      as e (row_no int, target_id bigint, target_key text, version bigint, before jsonb, after jsonb)`.execute(db);
}
