import { sql } from 'kysely';
import type { AnsweredLine } from '#contract/kit/calls.ts';
import { type AnyDefinition, linesTableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { type CalledTransition, lineFieldsWritten } from '#contract/kit/transition.ts';
import type { Tx } from '#server/database/transaction.ts';
import { storageOf } from './kinds/index.ts';
import type { Line } from './lines.ts';

interface Answering {
  readonly definition: AnyDefinition;
  readonly transition: CalledTransition;
  readonly answers: readonly AnsweredLine[];
}

/** The lines with what a step was told of them; refuses an answer to no line of the document, and a line left out. */
export function withAnswers(lines: readonly Line[], { transition, answers }: Omit<Answering, 'definition'>): Line[] {
  const known = new Set(lines.map(({ id }) => id));
  const stray = answers.findIndex(({ line_id }) => !known.has(line_id));
  if (stray >= 0) throw new Refusal('notFound', `第 ${stray + 1} 行不存在或已被删除`, `lines.${stray}.line_id`);
  const answered = new Map(answers.map((answer) => [answer.line_id, answer]));
  if (transition.asksLines?.every) {
    const missing = lines.findIndex(({ id }) => !answered.has(id ?? 0));
    if (missing >= 0) throw new Refusal('invalid', `第 ${missing + 1} 行还没有填写`, 'lines');
  }
  const written = lineFieldsWritten(transition);
  return lines.map((line) => {
    const answer = answered.get(line.id ?? 0);
    return answer ? { ...line, ...Object.fromEntries(written.map((name) => [name, answer[name] ?? null])) } : line;
  });
}

/** Writes what a step was told of lines into the fields it names, in one statement. */
export async function writeAnswers(db: Tx, { definition, transition, answers }: Answering): Promise<void> {
  const names = lineFieldsWritten(transition);
  if (names.length === 0 || answers.length === 0) return;
  const fields = definition.lines?.fields ?? {};
  const columns = names.map((name) => {
    const field = fields[name];
    if (!field) throw new Error(`${definition.name} has no field ${name} in its lines`);
    return `"${name}" ${storageOf(field).column(name, field).split(' ')[0] ?? ''}`;
  });
  await sql`
    update ${sql.table(linesTableOf(definition))} as l set ${sql.join(names.map((name) => sql`${sql.ref(name)} = e.${sql.ref(name)}`))}
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as e (line_id bigint, ${sql.raw(columns.join(', '))})
    where l.id = e.line_id`.execute(db);
}
