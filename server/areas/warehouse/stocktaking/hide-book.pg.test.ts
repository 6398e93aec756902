import { expect, it } from 'vitest';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import type { Actor } from '#server/identity/actor.ts';
import { FileAnswer } from '#server/kit/file-answer.ts';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { listSheetOf } from '#tests/factories/export-rows.ts';
import { carryThrough, close, sheetCalls, startedSheet, Tablet } from '#tests/factories/stocktake.ts';
import { bookHiding } from './hide-book.ts';

const bench = stocktakeBench();

/** A sheet of the first goods alone, of which nine of ten are found: its sums are its one line's figures. */
async function oneLine(fields: Record<string, unknown> = {}): Promise<{ sheet: number; count(): Promise<void> }> {
  const { house, people, place, goods } = bench;
  const scope_sku_ids = [goods[0]?.id];
  const sheet = await startedSheet(house, people, { warehouse: place.id, scope_sku_ids, ...fields });
  const tablet = new Tablet(house, people.counters[0], sheet);
  return {
    sheet,
    async count() {
      tablet.count(bench.code(0), { zone: 'A', qty: 9 });
      await tablet.send();
      await tablet.finish('A');
      for (const zone of ['A', 'B']) await close(house, people.lead, { sheet, zone });
    },
  };
}

const hidden = { book_qty: null, gain_qty: null, loss_qty: null };

async function rowOf(actor: Actor, sheet: number): Promise<unknown> {
  const { list } = await bench.house.ask(actor, sheetCalls.list, { ids: [sheet] });
  return list[0];
}

/** The columns 账面数量, 盘盈数量 and 盘亏数量 of the list as a file. */
async function exported(actor: Actor, sheet: number): Promise<(string | undefined)[]> {
  const file: unknown = await bench.house.ask(actor, sheetCalls.list, { ids: [sheet], export: 1 });
  if (!(file instanceof FileAnswer)) throw new Error('no file');
  const [head, row] = String(file.body)
    .trim()
    .split('\r\n')
    .map((line) => line.split(',').map((cell) => cell.replaceAll(/["\uFEFF]/g, '')));
  return ['账面数量', '盘盈数量', '盘亏数量'].map((label) => row?.[head?.indexOf(label) ?? -1]);
}

/** The same as a task writes them. */
async function written(actor: Actor, sheet: number): Promise<unknown[]> {
  const columns = ['book_qty', 'gain_qty', 'loss_qty'];
  const order = { definition: stocktaking.name, columns, asked: { ids: [sheet] } };
  const [row = {}] = await listSheetOf(bench.house.db, { order, actor, hiding: bookHiding });
  return Object.values(row);
}

it('hides the book of a blind count in list and export: from counters until it is posted, from everybody while it is counted', async () => {
  const { house, people } = bench;
  const [counter] = people.counters;
  const { sheet, count } = await oneLine();
  for (const actor of [counter, people.reviewer, people.auditor]) {
    expect(await rowOf(actor, sheet)).toMatchObject(hidden);
    expect(await exported(actor, sheet)).toEqual(['', '', '']);
    expect(await written(actor, sheet)).toEqual([null, null, null]);
  }
  await count();
  await house.ask(people.lead, sheetCalls.submit, { id: sheet });
  expect(await rowOf(counter, sheet)).toMatchObject(hidden);
  expect(await exported(counter, sheet)).toEqual(['', '', '']);
  expect(await written(counter, sheet)).toEqual([null, null, null]);
  expect(await written(people.reviewer, sheet)).toEqual([10, 0, 1]);
  expect(await rowOf(people.reviewer, sheet)).toMatchObject({ book_qty: 10, gain_qty: 0, loss_qty: 1 });
  expect(await exported(people.reviewer, sheet)).toEqual(['10', '0', '1']);
});

it('shows it to everybody once it is posted, and of a count that is not blind at once', async () => {
  const { house, people } = bench;
  const [counter] = people.counters;
  const blind = await oneLine();
  await blind.count();
  await carryThrough(house, people, blind.sheet);
  expect(await rowOf(counter, blind.sheet)).toMatchObject({ book_qty: 10, loss_qty: 1 });
  expect((await written(counter, blind.sheet))[0]).toBe(10);
  const open = await oneLine({ blind: false });
  expect(await written(counter, open.sheet)).toEqual([9, null, null]);
  expect(await rowOf(counter, open.sheet)).toMatchObject({ book_qty: 9 });
  expect(await exported(counter, open.sheet)).toEqual(['9', '', '']);
});
