import { sql } from 'kysely';
import { pendingWords } from '#contract/kit/conditions.ts';
import { type AnyDefinition, linesTableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Field } from '#contract/kit/field.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import type { ReadContext } from './call-context.ts';
import { guarded, quoted } from './csv-file.ts';
import type { FileAnswer } from './file-answer.ts';
import { ownerColumn } from './lines.ts';
import { listFile } from './list-file.ts';
import { readRecord } from './read-record.ts';
import { numberOf } from './record-name.ts';
import { titlesOf } from './record-query.ts';

/** One column of the file: its heading, and what stands in it of a line. */
interface FileColumn {
  readonly heading: string;
  cell(line: Readonly<Record<string, unknown>>): string;
}

/**
 * The lines of one record as a file, with what this person may see of them: `names` says which of their fields, all by default.
 * A reference stands in it by its title and its hint. The record is found as its detail finds it.
 */
export async function linesFile(
  context: ReadContext,
  definition: AnyDefinition,
  { id, fileName, names }: { id: number; fileName?: string | undefined; names?: readonly string[] },
): Promise<FileAnswer> {
  const { db, actor } = context;
  const seen = seenBy(definition, actor);
  const record = await readRecord(db, seen, { actor, id });
  if (!record) throw new Refusal('notFound');
  const fields = Object.fromEntries(
    Object.entries(seen.lines?.fields ?? {}).filter(([name]) => names?.includes(name) ?? true),
  );
  const columns = Object.entries(fields).flatMap(([name, field]) => columnsOf(name, field));
  const titles = titlesOf(fields, 'p', { actor });
  return await listFile(context, {
    name: fileName || `${definition.label}${numberOf(definition, record) ?? ''}`,
    label: definition.label,
    asked: { ids: [id] },
    heading: columns.map(({ heading }) => quoted(heading)).join(','),
    line: (line) => columns.map(({ cell }) => cell(line)).join(','),
    select: sql<Record<string, unknown>>`
      select p.*${titles.columns} from ${sql.table(linesTableOf(definition))} as p ${titles.joins}
      where ${sql.ref(`p.${ownerColumn(definition)}`)} = ${id} order by p.id`,
  });
}

function columnsOf(name: string, field: Field): FileColumn[] {
  const target = field.target?.();
  if (!target || field.kind.many) return [{ heading: field.label, cell: (line) => printed(line, name, field) }];
  const shown = [
    { key: titleKey(name), of: target.title },
    ...(target.hint ? [{ key: `${name}__hint`, of: target.hint }] : []),
  ];
  return shown.map(({ key, of }) => ({
    heading: target.fields[of]?.label ?? field.label,
    cell: (line) => guarded(String(line[key] ?? '')),
  }));
}

function printed(line: Readonly<Record<string, unknown>>, name: string, field: Field): string {
  const value = line[name];
  if (value === null || value === undefined) return '';
  const pending = pendingWords(field, line);
  if (pending !== undefined) return quoted(pending);
  const text = field.kind.print(value, field);
  // Figures as figures: without the commas that people read them with.
  return field.kind.align === 'end' ? quoted(text.replaceAll(',', '')) : guarded(text);
}
