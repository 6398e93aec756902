import { expect, it } from 'vitest';
import { type CountRow, importCountsCall, type ReadCountRows } from '#contract/areas/warehouse/stocktaking-calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { close, sheetCalls, startedSheet } from '#tests/factories/stocktake.ts';

// What was counted comes in from a file (api.csv /v1/stocktaking/import): rows are read and told, nothing is counted by it.

const bench = stocktakeBench();
const row = (code: string, qty: string, zone = '', grade = ''): CountRow => ({ code, qty, zone, grade });

async function read(id: number, rows: CountRow[], who?: Actor): Promise<ReadCountRows> {
  return await bench.house.ask(who ?? bench.people.counters[0], importCountsCall, { id, rows });
}

const started = () => startedSheet(bench.house, bench.people, { warehouse: bench.place.id });

it('is read for whoever counts the sheet, while it is counted', async () => {
  const planned = await bench.house.ask(bench.people.lead, sheetCalls.add, {
    warehouse_id: bench.place.id,
    take_type: 1,
    plan_date: '2026-03-02',
    counter_ids: [bench.people.counters[0].id],
  } as never);
  const rows = [row(bench.code(0), '1', 'A')];
  await expect(read(planned.id, rows)).rejects.toMatchObject({ kind: 'illegalTransition' });
  await bench.house.ask(bench.people.lead, sheetCalls.start, { id: planned.id });
  await expect(read(planned.id, rows, bench.people.counters[1])).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(read(planned.id, rows, bench.people.auditor)).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(read(planned.id, [])).rejects.toMatchObject({ kind: 'invalid', field: 'rows' });
  expect((await read(planned.id, rows)).lines).toHaveLength(1);
});

it('tells every row that is none by its number and takes the others', async () => {
  const id = await started();
  const { lines, errors } = await read(id, [
    row(bench.code(0), '12', 'A'),
    row('NOWHERE', '1', 'A'),
    row(bench.code(1), '1.5', 'A'),
    row(bench.code(1), '0', 'B'),
    row(bench.code(0), '3', 'A'),
    row(bench.code(0), '3', 'B'),
    row(bench.code(2), '1', 'C'),
    row(bench.code(2), '1'),
    row(bench.code(2), '1', 'A', '花的'),
    row('6.93E+12', '1', 'A'),
    row('', '1', 'A'),
  ]);
  expect(lines.map((line) => [line.row, line.qty])).toEqual([
    [1, 12],
    [4, 0],
    [6, 3],
  ]);
  expect(errors.map(({ row: at, words }) => [at, words])).toEqual([
    [2, '找不到货品 NOWHERE'],
    [3, expect.stringContaining('1.5')],
    [5, '与第 1 行是同一库区的同一货品'],
    [7, '此盘点单没有库区“C”'],
    [8, '请填写库区'],
    [9, '没有品级“花的”'],
    [10, expect.stringContaining('货品编码')],
    [11, '缺少货品编码'],
  ]);
  // Nothing was counted by it.
  expect((await bench.house.ask(bench.people.lead, sheetCalls.detail, { id })).status).toBe(1);
});

it('takes the one zone that is open where a row names none, and none that is closed', async () => {
  const id = await started();
  await close(bench.house, bench.people.lead, { sheet: id, zone: 'B' });
  const { lines, errors } = await read(id, [row(bench.code(0), '2'), row(bench.code(1), '2', 'B')]);
  const [line] = lines;
  expect(lines).toHaveLength(1);
  expect(line).toMatchObject({ row: 1, sku_id: bench.goods[0]?.id, qty: 2, imperfect_type: 0 });
  expect(errors).toMatchObject([{ row: 2, words: expect.stringContaining('已关闭') as unknown }]);
});
