import { sql } from 'kysely';
import type { Saved } from '#contract/kit/calls.ts';
import { type AnyDefinition, beginsOf, linesTableOf, tableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
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
  /** One of the states in which it may begin; the first unless told. */
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

/** How much is taken from each line of a source, and which of its fields say how much there was and how much has been taken. */
interface TakingFrom {
  readonly definition: AnyDefinition;
  /** Field of the source's lines: how many there are to take. */
  readonly open: string;
  /** Field of the source's lines: how many have been taken. */
  readonly taken: string;
  readonly entries: readonly { readonly source_line_id: number; readonly qty: number }[];
}

/**
 * Takes pieces from the lines of a source document: never more than it has open, whoever else takes at the same time. Negative
 * quantities give back. The source is locked by whoever asks. Refuses by the place of the entry among `entries`.
 */
export async function takeFromSource(
  { db }: WriteContext,
  { definition, open, taken, entries }: TakingFrom,
): Promise<void> {
  if (entries.length === 0) return;
  const wanted = JSON.stringify(entries.map((entry, place) => ({ ...entry, place })));
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(linesTableOf(definition))} as l set ${sql.ref(taken)} = ${sql.ref(`l.${taken}`)} + e.qty
    from (select source_line_id, sum(qty)::bigint as qty from jsonb_to_recordset(${wanted}::jsonb) as e (source_line_id bigint, qty bigint) group by 1) as e
    where l.id = e.source_line_id and ${sql.ref(`l.${taken}`)} + e.qty between 0 and ${sql.ref(`l.${open}`)} returning l.id`.execute(
    db,
  );
  const done = new Set(rows.map(({ id }) => id));
  const place = entries.findIndex(({ source_line_id }) => !done.has(source_line_id));
  if (place >= 0) throw new Refusal('invalid', `第 ${place + 1} 行超过来源单据的可用数量`, `lines.${place}.qty`);
}
