import { describe, expect, it } from 'vitest';
import { definitions } from '#contract/definitions.ts';
import { readCode, readTree } from './source.ts';
import { foreignReads, foreignWrites, ownersOf, tablesMade, tableUses } from './tables.ts';

const code = readCode();
const made = tablesMade(readTree(['server/database/migrations'], /\.sql$/));
const owners = ownersOf(code, definitions);
const uses = tableUses(code, made);

/** Tables that are not written by the area in whose folder of the contract they are declared, with who does. */
const kept = {
  // Kept sums of the ledger: `npm run books` and the month's close make them.
  stock_balance_day: 'reports',
  stock_balance_month: 'reports',
  stock_balance_snapshot: 'reports',
};

describe('tables', () => {
  it('are written by their owner alone', () => {
    expect(foreignWrites(uses, owners, kept)).toEqual([]);
  });

  // What is added here is a decision: a column of these tables is not renamed without asking who reads it. `npx vitest run --project laws -u` writes it.
  it('are read by other areas where the list says so', async () => {
    await expect(`${foreignReads(uses, owners).join('\n')}\n`).toMatchFileSnapshot('table-reads.txt');
  });

  it('are found with who writes them', () => {
    const text = 'await sql`with a as (select 1 from brand) update supplier s set name = 1`;';
    const found = tableUses([{ path: 'server/areas/contracts/a.ts', text }], made);
    expect(foreignWrites(found, owners, {})).toEqual(["contracts writes supplier, which is partners's"]);
    expect(foreignReads(found, owners)).toEqual(['contracts reads goods: brand', 'contracts reads partners: supplier']);
  });

  it('without a definition have one writer', () => {
    const text = 'await sql`insert into audit_log (doc_type) values (1)`;';
    const found = ['goods', 'price'].flatMap((area) => tableUses([{ path: `server/areas/${area}/a.ts`, text }], made));
    expect(foreignWrites(found, owners, {})).toEqual(['goods writes audit_log', 'price writes audit_log']);
  });
});
