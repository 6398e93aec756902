import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { importForms } from '#contract/areas/tasks/import-kinds.ts';
import { importType } from '#contract/areas/tasks/task.ts';
import { type Catalogue, readCatalogue } from './catalogue.ts';
import { remarksOfProblems } from './report.ts';

const limits = { goods: 3, words: 12, bad: 2 };

async function read(lines: readonly string[]): Promise<Catalogue> {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  const source = { size: bytes.length, read: (from = 0) => Readable.from([bytes.subarray(from)]) };
  const order = { form: importForms[importType.goods], mapping: undefined, now: '2026-03-01 10:00:00', foldCase: true };
  return await readCatalogue(source, order, limits);
}

const list = '条码,商品名称,单价';
const styles = '款号,条码,商品名称,单价';
const sales = '单号,下单时间,条码,商品名称,数量,单价';
const sale = ({ invoice = 1, qty = 1, name = 'T恤', month = 1 }) =>
  `90000${invoice},2026-${String(month).padStart(2, '0')}-01 10:00:00,69000001,${name},${qty},9.90`;
const four = [1, 2, 3, 4];

describe('a sheet says too much', () => {
  test.each<[string, string[]]>([
    ['of goods', [list, ...four.map((n) => `6900000${n},T恤,9.90`)]],
    ['of pieces of styles', [styles, ...four.map((n) => `K1,6900000${n},T恤,9.90`)]],
    ['of codes that are no goods', [list, ...four.map((n) => `编码${n},T恤,9.90`)]],
  ])('%s', async (_what, lines) => {
    await expect(read(lines)).rejects.toThrow('more than 3 pieces of goods');
    await expect(read(lines.slice(0, 4))).resolves.toMatchObject({ rows: 3 });
  });

  test.each<[string, (n: number) => string]>([
    ['of names', (n) => sale({ name: `T恤${n}` })],
    ['of months', (n) => sale({ invoice: n, month: n })],
    ['of lines of an invoice', (n) => sale({ qty: n })],
  ])('%s', async (_what, line) => {
    const lines = Array.from({ length: 12 }, (_, at) => line(at + 1));
    await expect(read([sales, ...lines])).rejects.toThrow('more than 12 different names');
    await expect(read([sales, ...lines.slice(0, 4)])).resolves.toMatchObject({ rows: 4 });
  });
});

test('of many bad rows the first are told one by one, of the others how many there are', async () => {
  const { problems, moreProblems, rows } = await read([list, ...four.map((n) => `6900000${n},T恤,bad`)]);
  expect([problems.length, moreProblems, rows]).toEqual([2, 2, 4]);
  expect(remarksOfProblems(problems, moreProblems)).toEqual([
    expect.objectContaining({ row: 2, kind: 'bad row' }),
    expect.objectContaining({ row: 3, kind: 'bad row' }),
    {
      code: '',
      kind: 'bad row',
      rows: 2,
      detail: { en: '2 more bad rows, not listed', zh: '另有 2 行有误，未逐行列出' },
    },
  ]);
  expect(remarksOfProblems(problems, 0)).toHaveLength(2);
});
