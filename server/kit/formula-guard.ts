import { type RawBuilder, sql } from 'kysely';

// What a spreadsheet takes for the beginning of a formula, full-width signs too, and the blanks that it overlooks before one
// (reliability S21). The hyphen stands last: in a bracket it would otherwise mean a range.
const blanks =
  '\t\n\v\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF';
const signs = '=+@\t\r＝＋－＠-';

// PostgreSQL has no text with a NUL in it, and no pattern either.
const begins = new RegExp(`^[${blanks}]*[\0${signs}]`);
const pattern = `^[${blanks}]*[${signs}]`;

/** The text as a spreadsheet will show it: a quote in front of what it would run. */
export function unarmed(text: string): string {
  return begins.test(text) ? `'${text}` : text;
}

// PostgreSQL hashes a list of this length: one look tells whether a text may begin a formula at all.
const suspects = [...new Set(blanks + signs)].map((sign) => sign.codePointAt(0));

/**
 * The same as an expression over a text column. The first character alone clears nearly all texts; the pattern is only asked
 * about the others.
 */
export function unarmedSql(value: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`case when ascii(${value}) = any(${suspects}::int[]) and ${value} ~ ${pattern} then '''' || ${value} else ${value} end`;
}
