import { createQueryId, PostgresQueryCompiler, type RawBuilder } from 'kysely';
import { escapeLiteral } from 'pg';

/**
 * A statement with its values written into it, for the one kind of statement that takes no parameters (COPY). A value stands
 * there as the text that the driver would have sent for it, so PostgreSQL reads the same from both.
 */
export function inlined(statement: RawBuilder<unknown>): string {
  return new Inlining().compileQuery(statement.toOperationNode(), createQueryId()).sql;
}

class Inlining extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literal(value));
  }
}

/** One value as a literal of no type yet, like a parameter; throws for what no column can hold. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  const text = textOf(value);
  if (text.includes('\0')) throw new TypeError('a text with a NUL cannot be asked for');
  return escapeLiteral(text);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`;
  throw new TypeError(`not a value for a statement: ${typeof value}`);
}

function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) return textOf(value);
  return `"${textOf(value).replace(/["\\]/g, (sign) => `\\${sign}`)}"`;
}
