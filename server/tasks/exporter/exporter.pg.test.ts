import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { Refusal } from '#contract/kit/errors.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { formulas, harmless } from '#tests/factories/formulas.ts';
import { anyone } from '#tests/factories/office.ts';
import { everyKind, rowsSource } from '#tests/factories/task-sources.ts';
import { taskOffice } from '#tests/factories/tasks.ts';
import type { SourceOf } from '../exports/source.ts';
import type { TaskOrder, TaskOutcome, TaskTools } from '../work.ts';
import { exportWork } from './export-work.ts';

const { db, url } = await testDatabase();
const { files } = await taskOffice({ db, url }, { source: rowsSource(sql`1`) });

async function run(
  source: SourceOf,
  {
    format = 'csv',
    actor = anyone(),
    tools = {},
  }: { format?: string; actor?: TaskOrder['actor']; tools?: Partial<TaskTools> } = {},
): Promise<TaskOutcome> {
  const order = { id: 1, run: 1, serialNo: 'GD1', name: '测试', type: 5, payload: { format }, actor };
  const { signal } = new AbortController();
  const log = createLog({ level: 'silent' });
  return await exportWork(everyKind(source)).run(order, {
    db,
    url,
    files,
    clock: systemClock,
    log,
    signal,
    progress: () => undefined,
    admit: async () => undefined,
    ...tools,
  });
}

const bytesOf = ({ file }: TaskOutcome): Buffer => readFileSync(file?.draft.path ?? '');
const shaOf = (outcome: TaskOutcome): string => createHash('sha256').update(bytesOf(outcome)).digest('hex');

/** One column of people's texts, beside a figure. */
const texts =
  (values: readonly string[]): SourceOf =>
  () => ({
    columns: [
      { heading: '名称', value: sql`t.value`, shape: 'text' },
      { heading: '金额', value: sql`-t.place`, shape: 'figure' },
    ],
    from: sql`unnest(${values}::text[]) with ordinality as t (value, place)`,
    where: [],
    order: sql`t.place`,
  });

describe('refused', () => {
  it('to who may no longer make exports', async () => {
    for (const keys of [['stock:view'], ['task:add']])
      await expect(run(rowsSource(sql`1`), { actor: anyone({ keys }) })).rejects.toThrow(Refusal);
  });

  it('columns without their key are not in the file, in either format, and the file says which keys it needs', async () => {
    const clerk = anyone({ keys: ['task:add', 'stock:view'] });
    for (const format of ['csv', 'xlsx']) {
      const [all, less] = [
        await run(rowsSource(sql`2`), { format }),
        await run(rowsSource(sql`2`), { format, actor: clerk }),
      ];
      expect(all.masks).toEqual(['stock:view', 'stock:costView']);
      expect(less.masks).toEqual(['stock:view']);
      expect(await headingsOf(all)).toEqual(['编号', '名称', '数量', '价格', '成本']);
      expect(await headingsOf(less)).toEqual(['编号', '名称', '数量', '价格']);
    }
  });

  it('a statement that would write', async () => {
    const writing: SourceOf = () => ({
      ...rowsSource(sql`1`)({}, anyone()),
      from: sql`(select setval(pg_get_serial_sequence('brand', 'id'), 1000) as n) x`,
    });
    await expect(run(writing)).rejects.toThrow('read-only');
  });
});

describe('formulas', () => {
  const all = [...formulas, ...harmless];

  it('of a CSV are texts, figures stay figures, and every text comes back whole', async () => {
    const outcome = await run(texts(all));
    const text = bytesOf(outcome).toString();
    expect(text.startsWith('\uFEFF名称,金额\n')).toBe(true);
    const rows = parseCsv(text.slice(1), { typeInference: false } as never).slice(1);
    expect(rows.map(([name]) => name)).toEqual([...formulas.map((formula) => `'${formula}`), ...harmless]);
    expect(rows.map(([, amount]) => Number(amount))).toEqual(all.map((_, index) => -(index + 1)));
  });

  it('of a workbook are texts too, without a quote: a cell of text is not run', async () => {
    const outcome = await run(texts(all), { format: 'xlsx' });
    const { sheets } = await readXlsx(bytesOf(outcome));
    const rows = sheets[0]?.rows.slice(1) ?? [];
    // XML knows one kind of line break.
    const inXml = (value: string): string => value.replace(/\r\n?/g, '\n');
    expect(rows.map(([name]) => inXml(String(name ?? '')))).toEqual(all.map(inXml));
    expect(rows.map(([, amount]) => amount)).toEqual(all.map((_, index) => -(index + 1)));
    expect(JSON.stringify(sheets)).not.toContain('"formula"');
  });
});

describe('the file', () => {
  it('is none when there are no rows', async () => {
    for (const format of ['csv', 'xlsx']) {
      const outcome = await run(rowsSource(sql`0`), { format });
      expect(outcome).toEqual({ rows: 0 });
    }
  });

  it('of unchanged rows is the same, byte for byte', async () => {
    for (const format of ['csv', 'xlsx']) {
      const [one, two] = [await run(rowsSource(sql`500`), { format }), await run(rowsSource(sql`500`), { format })];
      expect(shaOf(one)).toBe(shaOf(two));
      expect(shaOf(one)).not.toBe(shaOf(await run(rowsSource(sql`501`), { format })));
    }
  });

  it('of a workbook asks its reader for nothing but plain ZIP: LibreOffice 7.4 opens no other', async () => {
    const bytes = bytesOf(await run(rowsSource(sql`3`), { format: 'xlsx' }));
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
    expect(bytes.readUInt16LE(4)).toBe(20);
  });

  it('of a workbook has numbers that JavaScript would round as texts', async () => {
    const big: SourceOf = () => ({
      columns: [{ heading: '数', value: sql`v`, shape: 'figure' }],
      from: sql`(values (9007199254740993::numeric), (12.50), (null)) as t (v)`,
      where: [],
      order: sql`v`,
    });
    const { sheets } = await readXlsx(bytesOf(await run(big, { format: 'xlsx' })));
    expect(sheets[0]?.rows.slice(1, 3)).toEqual([[12.5], ['9007199254740993']]);
  });

  it('of a workbook has nothing where there is nothing, and every letter that COPY writes otherwise', async () => {
    const odd = ['\\N', 'a\\tb', 'a\tb', 'a\nb', '\\', 'N', ''];
    const nothing: SourceOf = () => ({
      columns: [
        { heading: '数', value: sql`t.place`, shape: 'figure' },
        { heading: '空', value: sql`null::text`, shape: 'text' },
        { heading: '名称', value: sql`t.value`, shape: 'text' },
      ],
      from: sql`unnest(${odd}::text[]) with ordinality as t (value, place)`,
      where: [],
      order: sql`t.place`,
    });
    const { sheets } = await readXlsx(bytesOf(await run(nothing, { format: 'xlsx' })));
    const rows = sheets[0]?.rows.slice(1).map(([place, empty, name]) => [place, empty ?? null, name ?? '']);
    expect(rows).toEqual(odd.map((text, index) => [index + 1, null, text]));
  });

  it('goes on with a new sheet, headings and all, where a sheet is full', async () => {
    const many: SourceOf = () => ({ ...one('n'), from: sql`generate_series(1, 1048576) as n` });
    const outcome = await run(many, { format: 'xlsx' });
    expect(outcome.rows).toBe(1_048_576);
    const { sheets } = await readXlsx(bytesOf(outcome));
    expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['导出', 1_048_576],
      ['导出_2', 2],
    ]);
    expect(sheets[1]?.rows).toEqual([['列'], [1_048_576]]);
  }, 120_000);
});

describe('stopping', () => {
  it.each(['csv', 'xlsx'])('within a second, also before the first row, with nothing left: %s', async (format) => {
    const froms: RawBuilder<unknown>[] = [
      sql`generate_series(1, 100000000) as n`,
      sql`(select pg_sleep(30)::text as n) as s`,
    ];
    for (const from of froms) {
      const stop = new AbortController();
      const slow: SourceOf = () => ({ ...one('n'), from, order: sql`1` });
      const running = run(slow, { format, tools: { signal: stop.signal } });
      setTimeout(() => stop.abort(new Error('cancelled')), 400);
      const begun = performance.now();
      await expect(running).rejects.toThrow();
      expect(performance.now() - begun).toBeLessThan(5000);
      await expect.poll(copies).toBe(0);
    }
    await files.sweepDrafts(new Date(Date.now() + 1000));
  });
});

it('says how far it is, and never backwards beyond what is left', async () => {
  const said: number[] = [];
  // A row takes its time, so that the copy lasts some looks on a machine of any speed.
  const slowly: SourceOf = () => ({
    columns: [{ heading: '列', value: sql`n::text || pg_sleep(0.1)::text`, shape: 'text' }],
    from: sql`generate_series(1, 20) as n`,
    where: [],
    order: sql`null::int`,
  });
  await run(slowly, { tools: { progress: (percent) => said.push(percent) } });
  expect(said.some((percent) => percent > 0 && percent < 99)).toBe(true);
  expect(said).toEqual(said.toSorted((one_, other) => one_ - other));
});

function one(column: string) {
  return {
    columns: [{ heading: '列', value: sql.ref(column), shape: 'figure' as const }],
    from: sql``,
    where: [],
    order: sql.ref(column),
  };
}

async function headingsOf(outcome: TaskOutcome): Promise<unknown[]> {
  if (outcome.file?.extension === 'xlsx') return (await readXlsx(bytesOf(outcome))).sheets[0]?.rows[0] ?? [];
  return (bytesOf(outcome).toString().slice(1).split('\n')[0] ?? '').split(',');
}

async function copies(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity where application_name = 'back-office export' and datname = current_database()`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
