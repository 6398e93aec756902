import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '#tests/boot/database.ts';
import { formulas, harmless } from '#tests/factories/formulas.ts';
import { unarmed, unarmedSql } from './formula-guard.ts';

const { db } = await testDatabase();

async function bySql(texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select ${unarmedSql(sql.ref('t.value'))} as value from unnest(${texts}::text[]) with ordinality as t (value, place) order by place`.execute(
    db,
  );
  return rows.map(({ value }) => value);
}

it('puts a quote before every formula and before nothing else', async () => {
  expect(formulas.length).toBeGreaterThanOrEqual(40);
  expect(await bySql(formulas)).toEqual(formulas.map((text) => `'${text}`));
  expect(await bySql(harmless)).toEqual([...harmless]);
});

it('is one rule, in the statement and in the program', async () => {
  const unit = fc.constantFrom(...'=+-@＝＋－＠\t\r\n \u00A0\u3000\uFEFFaZ09中｡~\u007F🎽.\'"'.split(''), '🎽');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit, maxLength: 4 }), { minLength: 1, maxLength: 50 }), async (texts) => {
      const whole = texts.map((text) => text.toWellFormed());
      expect(await bySql(whole)).toEqual(whole.map(unarmed));
    }),
    { numRuns: 60 },
  );
});

it('nothing stays nothing', async () => {
  const { rows } = await sql`select ${unarmedSql(sql`null::text`)} as value`.execute(db);
  expect(rows).toEqual([{ value: null }]);
});
