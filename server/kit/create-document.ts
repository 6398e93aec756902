import { sql } from 'kysely';
import type { Saved } from '#contract/kit/calls.ts';
import { type AnyDefinition, beginsOf, linesTableOf, tableOf } from '#contract/kit/definition.ts';
import type { Fields } from '#contract/kit/field.ts';
import { writeAudit } from './audit-trail.ts';
import type { WriteContext } from './call-context.ts';
import { storageOf } from './kinds/index.ts';
import { type Line, ownerColumn } from './lines.ts';
import { refusalOfConstraint } from './refusals.ts';
import type { Values } from './save-record.ts';
import type { Kit } from './serve-entity.ts';

/** The document that another one comes from. */
export interface SourceDocument {
  readonly definition: { readonly name: string };
  readonly id: number;
  readonly no: string | null;
}

interface Creating {
  readonly definition: AnyDefinition;
  /** Fields of the new document, those included that people may not set. */
  readonly values: Values;
  /** Its lines likewise, each with `source_line_id` where it takes from one. */
  readonly lines?: readonly Line[];
  /** One of the states in which it may begin; the first by default. */
  readonly status?: number;
  /** What it is made from; the document has the fields of `contract/kit/source.ts` then. */
  readonly source?: SourceDocument;
  /** First words of its history. */
  readonly label?: string;
}

/**
 * Makes a document from the effect of another one, in the running transaction: numbered, with its lines and the first row of its
 * history, which says in which state it began. What it is about has been judged by whoever asks; the constraints of the
 * tables hold.
 */
export async function createDocument(
  { numbers }: Pick<Kit, 'numbers'>,
  context: WriteContext,
  { definition, values, lines = [], status, source, label = '生成' }: Creating,
): Promise<Saved> {
  const begins = beginsOf(definition);
  const begun = status ?? begins[0] ?? 0;
  if (!begins.includes(begun)) throw new Error(`${definition.name} does not begin in ${begun}`);
  const no = definition.number ? (await numbers.take(definition.number, context.now))[0] : undefined;
  const whole: Values = {
    ...initialsOf(definition.fields),
    ...values,
    ...(source ? { source_type: source.definition.name, source_id: source.id, source_no: source.no } : {}),
    ...(definition.number && no ? { [definition.number.field]: no } : {}),
    ...(definition.states ? { status: begun, last_edited_by: context.actor.id } : {}),
  };
  const names = Object.keys(whole);
  const now = context.now.toISOString();
  try {
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(tableOf(definition))} (${sql.join(names.map((name) => sql.ref(name)))}, created_by, updated_by, created_at, updated_at)
      values (${sql.join(names.map((name) => whole[name]))}, ${context.actor.id}, ${context.actor.id}, ${now}, ${now}) returning id`.execute(
      context.db,
    );
    const id = rows[0]?.id ?? 0;
    await insertLines(context, definition, { id, lines });
    await writeAudit(context, [
      {
        docType: definition.name,
        docId: id,
        docNo: no ?? null,
        action: 'add',
        label,
        toStatus: definition.states ? begun : null,
        remark: source?.no ?? null,
      },
    ]);
    return { id, version: 1, no: no ?? null };
  } catch (error) {
    throw refusalOfConstraint(definition, error);
  }
}

async function insertLines(
  { db }: WriteContext,
  definition: AnyDefinition,
  { id, lines }: { id: number; lines: readonly Line[] },
): Promise<void> {
  if (lines.length === 0) return;
  const fields = Object.entries(definition.lines?.fields ?? {});
  const initials = initialsOf(definition.lines?.fields ?? {});
  const columns = sql.join(fields.map(([name]) => sql.ref(name)));
  const types = fields.map(([name, field]) => `"${name}" ${storageOf(field).column(name, field).split(' ')[0] ?? ''}`);
  await sql`
    insert into ${sql.table(linesTableOf(definition))} (${sql.ref(ownerColumn(definition))}, ${columns})
    select ${id}, ${columns}
    from rows from (jsonb_to_recordset(${JSON.stringify(lines.map((line) => ({ ...initials, ...line })))}::jsonb) as (${sql.raw(types.join(', '))})) with ordinality
    order by ordinality`.execute(db);
}

function initialsOf(fields: Fields): Values {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])),
  );
}
