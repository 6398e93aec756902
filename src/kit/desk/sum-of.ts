import type { Values } from '#src/engine/row.ts';

/** The sums of some rows by field name; what is no figure counts nothing. */
export function sumOf(rows: readonly Values[], names: readonly string[]): Values {
  return Object.fromEntries(
    names.map((name) => [
      name,
      rows.reduce((total, row) => total + (typeof row[name] === 'number' ? row[name] : 0), 0),
    ]),
  );
}
