import { appendFileSync } from 'node:fs';
import { Client, type QueryArrayResult, type QueryResult } from 'pg';

/** A text that was given to PostgreSQL, and what it answered with: names of columns and the numbers of their types. */
export interface SqlText {
  readonly text: string;
  readonly fields: readonly (readonly [name: string, type: number])[];
}

/**
 * With `SQL_TEXTS`, every text that is run for the first time in this worker is written to that file, a line of JSON each: what
 * `tests/run/sql-texts.ts` holds against the code.
 */
const file = process.env['SQL_TEXTS'];
const watched = Symbol.for('back-office.sql-texts');
const known = new Set<string>();

if (file !== undefined && !(watched in Client.prototype)) {
  const query = Client.prototype.query as (this: Client, ...asked: unknown[]) => unknown;
  Object.defineProperty(Client.prototype, watched, { value: true });
  Object.defineProperty(Client.prototype, 'query', {
    value(this: Client, ...asked: unknown[]): unknown {
      const answer = query.apply(this, asked);
      const text = textOf(asked[0]);
      if (text === undefined || known.has(text) || !(answer instanceof Promise)) return answer;
      return answer.then((result: unknown) => {
        keep(file, text, result);
        return result;
      });
    },
  });
}

function textOf(asked: unknown): string | undefined {
  if (typeof asked === 'string') return asked;
  const { text } = (asked ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : undefined;
}

function keep(to: string, text: string, result: unknown): void {
  if (known.has(text)) return;
  known.add(text);
  // Of several statements in one message the last says what it answers.
  const last = (Array.isArray(result) ? result.at(-1) : result) as QueryResult | QueryArrayResult | undefined;
  const fields = (last?.fields ?? []).map(({ name, dataTypeID }) => [name, dataTypeID] as const);
  appendFileSync(to, `${JSON.stringify({ text, fields } satisfies SqlText)}\n`);
}
