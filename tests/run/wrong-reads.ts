import { grouped } from '#server/import/grouped.ts';
import type { SqlText } from '#tests/boot/sql-texts.ts';
import type { Sort, SqlTemplate } from './sql-templates.ts';

/** What statements read that PostgreSQL does not give them; how many of them were run at all, and where the others stand. */
export interface WrongReads {
  readonly wrong: string[];
  readonly asked: number;
  readonly unasked: string[];
}

/** Holds each statement against the texts that it came to, each text by the statement with the most words in common. */
export function wrongReads(templates: readonly SqlTemplate[], texts: readonly SqlText[]): WrongReads {
  const told = templates.filter(({ parts }) => (parts[0] ?? '').trim().length >= least);
  // The same words may stand in several places.
  const known = grouped(told, ({ parts }) => parts.join('\0'));
  const byStart = grouped(
    [...known.values()].toSorted((one, other) => sizeOf(other) - sizeOf(one)),
    (alike) => startOf(alike[0]?.parts[0] ?? ''),
  );
  const run = new Set<SqlTemplate>();
  const wrong = new Set<string>();
  for (const { text, fields } of texts) {
    const found = byStart.get(startOf(text))?.find(([first]) => first && comesTo(first.parts, text));
    for (const template of found ?? []) {
      run.add(template);
      for (const sentence of wrongColumns(template, new Map(fields))) wrong.add(`${template.place} ${sentence}`);
    }
  }
  return {
    wrong: [...wrong].toSorted(),
    asked: run.size,
    unasked: told.filter((template) => !run.has(template)).map(({ place }) => place),
  };
}

/** Statements that begin with what is put in are put together anew each time: their words tell nothing of them. */
const least = 15;

const startOf = (text: string): string => text.trimStart().slice(0, least);
const sizeOf = ([first]: readonly SqlTemplate[]): number => first?.parts.join('').length ?? 0;

/** Is a text what these parts come to, whatever is put in between? The parts in their order, the first at the start, the last at the end. */
function comesTo(parts: readonly string[], text: string): boolean {
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (!text.startsWith(first)) return false;
  // A statement may end its transaction in the same message.
  const whole = text.replace(/; commit$/, '');
  if (parts.length === 1) return whole === first;
  if (!whole.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = whole.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= whole.length - last.length;
}

function wrongColumns({ reads }: SqlTemplate, given: ReadonlyMap<string, number>): string[] {
  return [...(reads ?? [])].flatMap(([name, sort]) => {
    const type = given.get(name);
    if (type === undefined) return [`reads ${name}, which is not among ${[...given.keys()].join(', ') || 'nothing'}`];
    const arrives = sortOf(type);
    return sort === undefined || arrives === undefined || sort === arrives
      ? []
      : [`reads ${name} as a ${sort}, and it comes as a ${arrives}`];
  });
}

/** How a value of a type arrives in JavaScript (server/database/value-parsers.ts). */
function sortOf(type: number): Sort {
  if ([20, 21, 23, 26, 700, 701].includes(type)) return 'number';
  // A numeric comes as text, since it may be more than a number holds.
  if ([18, 19, 25, 1042, 1043, 1082, 1114, 1184, 1700, 2950, 869].includes(type)) return 'string';
  return type === 16 ? 'boolean' : undefined;
}
