import { randomUUID } from 'node:crypto';
import { type BulkLook, bulkFields, type LookedRow } from '#contract/kit/bulk.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { rehearse } from '#server/database/rehearse.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import { type Changed, changeRow, type RowWriter, refuseUnable } from './change-row.ts';
import { type Found, findTargets } from './find-targets.ts';
import { readTexts, type TextsRead } from './read-texts.ts';
import { refusalOfRow } from './refused-row.ts';
import { changesInWords } from './value-words.ts';

type Row = Omit<LookedRow, 'changes'> & { readonly changed: Pick<Changed, 'before' | 'after'> };

/**
 * What would become of each row: it is changed and taken back, each in a transaction of its own, so that what is told is what would
 * happen and nobody waits for more than one row. A change in what stands beside it (a name taken by an earlier row) shows when it is done.
 */
export async function lookRows(
  context: ReadContext,
  writer: RowWriter,
  { targets, fields }: Pick<BulkLook, 'targets' | 'fields'>,
): Promise<LookedRow[]> {
  const { definition } = writer;
  const seen = seenBy(definition, context.actor);
  refuseUnable(context.actor, writer, [
    ...Object.keys(fields),
    ...targets.flatMap(({ texts = {} }) => Object.keys(texts)),
  ]);
  const found = await findTargets(context, definition, targets);
  const own = await readTexts(context, bulkFields(seen), targets);
  const rows: Row[] = [];
  for (const [place, record] of found.entries()) {
    const texts = own[place] ?? { values: {} };
    if (typeof record === 'string') rows.push(nobody(targets[place]?.key ?? String(targets[place]?.id), record));
    else rows.push(await lookAt(context, writer, { record, texts, fields }));
  }
  const words = await changesInWords(
    context,
    seen.fields,
    rows.map(({ changed }) => changed),
  );
  return rows.map(({ changed: _values, ...row }, place) => ({ ...row, changes: words[place] ?? [] }));
}

interface Looking {
  readonly record: Found;
  readonly texts: TextsRead;
  readonly fields: Values;
}

async function lookAt(context: ReadContext, writer: RowWriter, { record, texts, fields }: Looking): Promise<Row> {
  const { title, hint, number } = writer.definition;
  const second = hint ?? number?.field;
  const row = {
    id: record.id,
    version: record.version,
    title: String(record[title] ?? record.id),
    hint: second === undefined || second === title ? null : String(record[second] ?? ''),
    fields: {},
    changed: nothing,
    note: null,
  };
  if ('words' in texts) return { ...row, refused: texts };
  const given = { ...row, fields: texts.values };
  const values = { ...fields, ...texts.values };
  if (Object.keys(values).length === 0) return { ...given, refused: null };
  try {
    const changed = await rehearse(context.db, (tx) =>
      changeRow({ ...context, db: tx, opId: randomUUID() }, writer, {
        id: record.id,
        version: record.version,
        values,
        changedWords: '正被他人修改，请重新预览',
      }),
    );
    return { ...given, changed, note: changed.note, refused: null };
  } catch (error) {
    const refusal = await refusalOfRow(context, error);
    return { ...given, refused: { field: refusal.field ?? null, words: refusal.message } };
  }
}

const nothing = { before: {}, after: {} };

const nobody = (title: string, words: string): Row => ({
  id: null,
  version: null,
  title,
  hint: null,
  fields: {},
  changed: nothing,
  note: null,
  refused: { field: null, words },
});

/** A change that names nothing to be changed is a mistake of whoever asks. */
export function refuseNothing(fields: Values, rows: readonly { readonly fields?: Values }[]): void {
  const named = (values: Values = {}) => Object.keys(values).length > 0;
  if (!named(fields) && !rows.some((row) => named(row.fields)))
    throw new Refusal('invalid', '请选择要修改的内容', 'fields');
}
