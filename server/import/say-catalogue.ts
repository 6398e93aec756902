import type { Catalogue } from './catalogue.ts';
import { figure } from './figure.ts';
import { type Remark, type RemarkKind, remarkKinds } from './remark.ts';

type Say = (line: string) => void;

/** Names the codes that are no goods, the commonest first. */
export function sayLeftOut(say: Say, leftOut: Catalogue['leftOut']): void {
  if (leftOut.length === 0) return;
  say(
    `${figure(leftOut.length)} codes are no goods (${figure(leftOut.reduce((sum, one) => sum + one.rows, 0))} rows) and were left out:`,
  );
  for (const one of leftOut.slice(0, shown))
    say(`  ${one.code}: ${one.reason.en}; ${figure(one.rows)} ${one.rows === 1 ? 'row' : 'rows'}`);
  if (leftOut.length > shown) say(`  and ${figure(leftOut.length - shown)} more in the report`);
}

/** Names the bad rows with all that is wrong with each; `more` of them are in no list. */
export function sayProblems(say: Say, problems: Catalogue['problems'], more: number): void {
  if (problems.length === 0) return;
  say(`${figure(problems.length + more)} bad rows:`);
  for (const { row, code, reason } of problems.slice(0, shown))
    say(`  row ${row}${code ? ` (${code})` : ''}: ${reason.en}`);
  if (problems.length > shown) say(`  and ${figure(problems.length - shown)} more in the report`);
}

// A summary is read, the report is searched.
const shown = 40;

/** Counts what an import did or found, by kind. */
export function sayCounted(say: Say, remarks: readonly Remark[]): void {
  const counts = new Map<RemarkKind, number>();
  for (const { kind } of remarks) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  for (const [kind, count] of counts) say(`${figure(count)} × ${remarkKinds[kind].en}`);
}

/** Says why an import changed nothing; `there`: rows or goods of the file that the product had already. */
export function sayUnchanged(say: (line: string) => void, there: number): void {
  say(
    there > 0
      ? 'This file has been imported before: nothing changed.'
      : 'No row of this file could be taken: nothing changed.',
  );
}
