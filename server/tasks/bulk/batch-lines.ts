import { type RawBuilder, sql } from 'kysely';
import { type BatchLine, lineOutcomes, toolBatch, type toolBatchCalls } from '#contract/areas/tasks/tool-batch.ts';
import type { BulkDefinition } from '#contract/kit/bulk.ts';
import type { InputOf, OutputOf } from '#contract/kit/call.ts';
import { tableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { allows } from '#server/identity/actor.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { guarded, quoted } from '#server/kit/csv-file.ts';
import type { FileAnswer } from '#server/kit/file-answer.ts';
import { listFile } from '#server/kit/list-file.ts';
import { readRecord } from '#server/kit/read-record.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Bulks } from './bulks.ts';
import { changesInWords } from './value-words.ts';

type LineRow = Omit<BatchLine, 'changes'> & { before: Values | null; after: Values; visible: boolean };
type WordedRow = LineRow & { words?: BatchLine };

interface Asked {
  readonly definition: BulkDefinition;
  readonly no: string;
  readonly rows: RawBuilder<unknown>;
}

/** The rows of a batch, page by page, in words. */
export async function readBatchLines(
  context: ReadContext,
  bulks: Bulks,
  asked: InputOf<typeof toolBatchCalls.lines>,
): Promise<OutputOf<typeof toolBatchCalls.lines>> {
  const { page = 1, page_size: size = limits.pageSize } = asked;
  const { definition, rows } = await linesOf(context, bulks, asked);
  const [{ rows: list }, { rows: counted }] = await Promise.all([
    sql<LineRow>`select ${columns} ${rows} order by l.row_no limit ${size} offset ${(page - 1) * size}`.execute(
      context.db,
    ),
    sql<{ total: number }>`select count(*) as total ${rows}`.execute(context.db),
  ]);
  return { list: await inWords(context, definition, list), total: counted[0]?.total ?? 0 };
}

/** The same rows as a file. */
export async function saveBatchLines(
  context: ReadContext,
  bulks: Bulks,
  asked: InputOf<typeof toolBatchCalls.download>,
): Promise<FileAnswer> {
  const { definition, no, rows } = await linesOf(context, bulks, asked);
  return await listFile<WordedRow>(context, {
    name: asked.fileName || `${toolBatch.label}${no}`,
    label: toolBatch.label,
    asked: { ids: [asked.id], ...(asked.line_status ? { line_status: asked.line_status } : {}) },
    heading: ['行号', definition.fields[definition.title]?.label ?? '', '修改内容', '结果', '原因']
      .map(quoted)
      .join(','),
    prepare: async (piece) => {
      const words = await inWords(context, definition, piece);
      return piece.map((row, place) => ({ ...row, words: words[place] as BatchLine }));
    },
    line: ({ row_no: row, title, outcome, error, words }) =>
      [
        String(row),
        guarded(title),
        guarded((words?.changes ?? []).map((one) => `${one.label}：${one.before} → ${one.after}`).join('；')),
        quoted(lineOutcomes[outcome]),
        guarded(error ?? ''),
      ].join(','),
    select: sql<WordedRow>`select ${columns} ${rows} order by l.row_no`,
  });
}

const columns = sql`l.id, l.row_no, l.target_id, l.target_key as title, l.outcome, l.error, l.before, l.after, r.id is not null as visible`;

/**
 * The rows of a batch that somebody may see. Whoever made it sees every one, without the contents of records that they do not see any
 * more; anybody else holds the key of the list of such records, or of their detail where no list is theirs, and sees the rows of those within their data scope.
 */
async function linesOf(
  { db, actor }: ReadContext,
  bulks: Bulks,
  { id, line_status: outcomes }: { id: number; line_status?: number[] | undefined },
): Promise<Asked> {
  const batch = await readRecord(db, toolBatch, { actor, id });
  const definition = batch && bulks.get(Number(batch.type));
  if (!definition) throw new Refusal('notFound');
  const own = batch.created_by === actor.id;
  const listed = (definition.calls.list ?? definition.calls.detail)?.[1];
  if (!own && !(listed && allows(actor, listed))) throw new Refusal('forbidden');
  const rows = sql`
    from tool_batch_line l
    left join ${sql.table(tableOf(definition))} as r on r.id = l.target_id and ${isVisible(definition, actor, 'r')}
    where l.tool_batch_id = ${id} and (${own} or r.id is not null)
      and (${outcomes ?? null}::smallint[] is null or l.outcome = any(${outcomes ?? null}::smallint[]))`;
  return { definition, no: String(batch.batch_no), rows };
}

async function inWords(
  context: ReadContext,
  definition: BulkDefinition,
  rows: readonly LineRow[],
): Promise<BatchLine[]> {
  const { fields } = seenBy(definition, context.actor);
  const changes = await changesInWords(
    context,
    fields,
    rows.map(({ before, after, visible }) => (visible ? { before: before ?? {}, after } : { before: {}, after: {} })),
  );
  return rows.map(({ before: _before, after: _after, visible: _visible, ...row }, place) => ({
    ...row,
    changes: changes[place] ?? [],
  }));
}
