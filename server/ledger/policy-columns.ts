import { type RawBuilder, sql } from 'kysely';
import type { Column } from '#server/database/rows-of.ts';
import type { Settlement } from './late-legs.ts';
import type { LateRows, StockPolicies } from './policies.ts';
import type { Leg, Posting, Source } from './posting.ts';

// What policies add to the statements of the ledger: the same text for every posting, so that it is prepared once.

type Columns = Record<string, Column>;

/** The place of the policy that freezes a balance `b` of goods `s` for this document, or null. */
export function frozenBy({ freezes }: StockPolicies, asking: Source | undefined): RawBuilder<number | null> {
  if (freezes.length === 0) return sql`null::int`;
  const cases = freezes.map((freeze, place) => sql`when ${freeze.frozen(asking)} then ${sql.lit(place)}`);
  return sql`case ${sql.join(cases, sql` `)} end`;
}

/** What is settled of a balance `b`, each column with a comma behind it. */
export function settledList({ lateRows }: StockPolicies): RawBuilder<unknown> {
  const columns = lateRows.flatMap(({ settled: { at, by } }) => [at, by]);
  return sql.join(
    columns.map((column) => sql`b.${sql.ref(column)}, `),
    sql``,
  );
}

const nothing: ReadonlyMap<LateRows, Settlement> = new Map();

/** The same as a row of an answer has it. */
export function readSettled(
  { lateRows }: StockPolicies,
  row: Readonly<Record<string, unknown>>,
): ReadonlyMap<LateRows, Settlement> {
  let settled: Map<LateRows, Settlement> | undefined;
  for (const policy of lateRows) {
    const [at, by] = [row[policy.settled.at], row[policy.settled.by]];
    if (typeof at === 'string' && typeof by === 'number') (settled ??= new Map()).set(policy, { at, by });
  }
  return settled ?? nothing;
}

/** For which instant each of these balances is settled by this posting, as columns of the rows that it brings along. */
export function settledColumns(
  { lateRows }: StockPolicies,
  { settling: own }: Posting,
  changes: readonly { settledAt: string | null }[],
): Columns {
  return Object.fromEntries(
    lateRows.map((policy): [string, Column] => [
      policy.settled.at,
      ['timestamptz', changes.map((change) => (policy === own?.policy ? change.settledAt : null))],
    ]),
  );
}

/** The assignments that settle balances `b` by rows `c`, each with a comma before it. Of two for the same instant, the later posting stands. */
export function settling({ lateRows }: StockPolicies, { settling: own }: Posting): RawBuilder<unknown> {
  const sets = lateRows.map((policy) => {
    const [at, by] = [sql.ref(policy.settled.at), sql.ref(policy.settled.by)];
    return sql`, ${at} = greatest(b.${at}, c.${at}),
        ${by} = case when c.${at} >= coalesce(b.${at}, '-infinity') then ${policy === own?.policy ? own.by : null}::bigint else b.${by} end`;
  });
  return sql.join(sets, sql``);
}

/** The columns in which policies mark rows of the ledger. */
export const markNames = ({ lateRows }: StockPolicies): string[] => lateRows.flatMap((policy) => policy.marks);

/** The marks of these legs. */
export function markColumns(names: readonly string[], legs: readonly Leg[]): Columns {
  for (const { marks = {} } of legs)
    for (const name of Object.keys(marks))
      if (!names.includes(name)) throw new Error(`a leg is marked ${name}, which no policy names`);
  return Object.fromEntries(
    names.map((name): [string, Column] => [name, ['bigint', legs.map(({ marks }) => marks?.[name] ?? null)]]),
  );
}

/** Names of columns in a list, each with a comma before it. */
export const listed = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    names.map((name) => sql`, ${sql.ref(name)}`),
    sql``,
  );
