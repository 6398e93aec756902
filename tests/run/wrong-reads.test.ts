import { expect, test } from 'vitest';
import { sqlTemplates } from './sql-templates.ts';
import { wrongReads } from './wrong-reads.ts';

const text = [
  'interface Found { readonly id: number; readonly no: string | null; readonly note?: string }',
  'const one = await sql<Found>`',
  '  select id, no from brand where id = ${id}`.execute(db);',
  'const two = await sql<{ total: number }>`select sum(amount) as total from payment`.execute(db);',
  'const three = await sql`${made} where true`.execute(db);',
  'const never = await sql<Found>`delete from brand returning id`.execute(db);',
].join('\n');
const templates = sqlTemplates({ path: 'server/a.ts', text });
const [int8, words, numeric] = [20, 25, 1700];
const selected = '\n  select id, no from brand where id = $1';

test('statements that are executed are found, with what their types say they read', () => {
  expect(templates.map(({ place }) => place)).toEqual([
    'server/a.ts:2',
    'server/a.ts:4',
    'server/a.ts:5',
    'server/a.ts:6',
  ]);
  expect([...(templates[0]?.reads ?? [])]).toEqual([
    ['id', 'number'],
    ['no', 'string'],
  ]);
});

test('a statement that was answered as it says is right, however it ends', () => {
  const fields = [
    ['id', int8],
    ['no', words],
  ] as const;
  const { wrong, asked, unasked } = wrongReads(templates, [{ text: `${selected}; commit`, fields }]);
  expect([wrong, asked, unasked]).toEqual([[], 1, ['server/a.ts:4', 'server/a.ts:6']]);
});

test('a column that is not there is wrong, and so is one of another sort', () => {
  const { wrong } = wrongReads(templates, [
    {
      text: selected,
      fields: [
        ['id', words],
        ['number', words],
      ],
    },
    { text: 'select sum(amount) as total from payment', fields: [['total', numeric]] },
  ]);
  expect(wrong).toEqual([
    'server/a.ts:2 reads id as a number, and it comes as a string',
    'server/a.ts:2 reads no, which is not among id, number',
    'server/a.ts:4 reads total as a number, and it comes as a string',
  ]);
});
