import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '#tests/boot/database.ts';
import { inlined, literal } from './inline-sql.ts';

const { db, pool } = await testDatabase();
const bases = ["'", '\\', '"', '$1', '?', '{', '}', ',', 'NULL', '--', '/*', ';', '\n', '%', 'E', '中', '🎽', ' ', '0'];
const texts = fc.string({ unit: fc.constantFrom(...bases), maxLength: 12 });

it('what no column can hold is refused before it is asked', () => {
  for (const value of ['a\0b', ['a\0b'], { a: 1 }, Symbol('a'), () => 1])
    expect(() => literal(value)).toThrow(TypeError);
});

it('a text inlined is the text bound, whatever it holds', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const { rows } = await pool.query(inlined(sql`select ${text}::text as value, ${text} = ${text} as same`));
      expect(rows).toEqual([{ value: text, same: true }]);
    }),
    { numRuns: 300 },
  );
});

it('a list likewise, nulls and all, under whatever setting of the session', async () => {
  const lists = fc.array(fc.option(texts), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(lists, fc.boolean(), async (list, conforming) => {
      const client = await pool.connect();
      try {
        await client.query(
          `set standard_conforming_strings = ${conforming ? 'on' : 'off'}; set escape_string_warning = off`,
        );
        const { rows } = await client.query(inlined(sql`select ${list}::text[] as value`));
        expect(rows).toEqual([{ value: list }]);
      } finally {
        await client.query('reset standard_conforming_strings');
        client.release();
      }
    }),
    { numRuns: 200 },
  );
});

it('numbers, times, truths and nothing', async () => {
  const at = new Date('2026-03-02T02:00:00.123Z');
  const asked = sql`select ${-5}::bigint as n, ${1.5}::numeric as r, ${at}::timestamptz as t, ${true}::boolean as b, ${null}::text as nothing,
    ${[1, 2]}::bigint[] as list, ${[]}::bigint[] as none, 7 = any(${[7]}) as found`;
  const { rows: inline } = await pool.query(inlined(asked));
  const { rows: bound } = await asked.execute(db);
  expect(inline).toEqual(bound);
});
