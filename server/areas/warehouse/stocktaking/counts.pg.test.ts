import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { countCall, downloadCall, reportCall } from '#contract/areas/warehouse/count-entry.ts';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { close, sheetCalls, startedSheet, Tablet } from '#tests/factories/stocktake.ts';

const bench = stocktakeBench();

describe('counts arrive once, in order', () => {
  it('answers a repeated batch with the same words and keeps each entry once', async () => {
    const sheet = await startedSheet(bench.house, bench.people, { warehouse: bench.place.id });
    const tablet = new Tablet(bench.house, bench.people.counters[0], sheet);
    for (let index = 0; index < 30; index += 1)
      tablet.count(index % 10 === 9 ? '不明条码'.slice(0, 2) : bench.code(index % 3), { zone: 'A' });
    const batch = { id: sheet, device_id: tablet.device, entries: [...tablet.waiting] };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => bench.house.ask(bench.people.counters[0], countCall, batch)),
    );
    for (const answer of answers)
      expect(new Map(answer.answers.map((one) => [one.op_id, one.outcome]))).toEqual(
        new Map(answers[0]?.answers.map((one) => [one.op_id, one.outcome])),
      );
    const { rows } = await sql<{
      seq: number;
      outcome: string;
    }>`select seq, outcome from stocktaking_count where stocktaking_id = ${sheet} order by id`.execute(bench.house.db);
    expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(rows.filter((row) => row.outcome === 'unknown')).toHaveLength(3);
  });

  it('tells a device that runs ahead where to go on, and takes nothing out of order', async () => {
    const sheet = await startedSheet(bench.house, bench.people, { warehouse: bench.place.id });
    const tablet = new Tablet(bench.house, bench.people.counters[0], sheet);
    const [first, second, third] = [
      tablet.count(bench.code(0), { zone: 'A' }),
      tablet.count(bench.code(1), { zone: 'A' }),
      tablet.count(bench.code(2), { zone: 'A' }),
    ];
    const send = (entries: unknown[]) =>
      bench.house.ask(bench.people.counters[0], countCall, {
        id: sheet,
        device_id: tablet.device,
        entries: entries as never,
      });
    expect(await send([second, third])).toMatchObject({ answers: [], expected_seq: 1 });
    expect(await send([first, third])).toMatchObject({
      answers: [{ op_id: first.op_id, outcome: 'accepted' }],
      expected_seq: 2,
    });
    expect((await send([second, third])).answers).toHaveLength(2);
    expect(await send([{ ...first, op_id: randomUUID() }])).toMatchObject({ answers: [{ outcome: 'refused' }] });
    expect(
      await bench.house.ask(bench.people.counters[1], countCall, {
        id: sheet,
        device_id: tablet.device,
        entries: [first],
      }),
    ).toMatchObject({ answers: [{ outcome: 'refused', code: 4014 }] });
  });

  it('refuses a batch, a report or a download that names the same thing twice', async () => {
    const { house, people } = bench;
    const [counter] = people.counters;
    const sheet = await startedSheet(house, people, { warehouse: bench.place.id });
    const tablet = new Tablet(house, counter, sheet);
    const at = { id: sheet, device_id: tablet.device };
    const first = tablet.count(bench.code(0), { zone: 'A' });
    const again = { ...tablet.count(bench.code(1), { zone: 'A' }), op_id: first.op_id.toUpperCase() };
    await expect(house.ask(counter, countCall, { ...at, entries: [first, again] })).rejects.toMatchObject({
      kind: 'invalid',
      field: 'entries.1.op_id',
    });
    await expect(house.ask(counter, countCall, { ...at, entries: [first, first] })).rejects.toMatchObject({
      kind: 'invalid',
      field: 'entries.1.op_id',
    });
    await expect(
      house.ask(counter, downloadCall, { ...at, device_name: '平板', zones: ['A', 'B', 'A '] }),
    ).rejects.toMatchObject({ kind: 'invalid', field: 'zones.2' });
    await tablet.download('A');
    const word = { zone: 'A', unsent: 0 };
    await expect(
      house.ask(counter, reportCall, {
        ...at,
        rev: 1,
        zones: [
          { ...word, finished: false },
          { ...word, finished: true },
        ],
      }),
    ).rejects.toMatchObject({ kind: 'invalid', field: 'zones.1.zone' });
  });

  it('lets a total replace what its counter counted before, and an un-count bring back what was', async () => {
    const sheet = await startedSheet(bench.house, bench.people, { warehouse: bench.place.id });
    const tablet = new Tablet(bench.house, bench.people.counters[0], sheet);
    const other = new Tablet(bench.house, bench.people.counters[1], sheet);
    tablet.count(bench.code(0), { zone: 'A', qty: 4 });
    const total = tablet.count(bench.code(0), { zone: 'A', qty: 7, kind: 'total' });
    tablet.count(bench.code(0), { zone: 'A', qty: 1 });
    other.count(bench.code(0), { zone: 'A', qty: 2 });
    const wrong = tablet.count(bench.code(1), { zone: 'A', qty: 10 });
    tablet.uncount(wrong);
    const typed = tablet.count(bench.code(2), { zone: 'A', qty: 3, kind: 'total' });
    tablet.count(bench.code(2), { zone: 'A', qty: 9, kind: 'total' });
    await tablet.send();
    await other.send();
    expect(total.kind).toBe('total');
    expect(typed.kind).toBe('total');
    for (const one of [tablet, other]) await one.finish('A');
    await close(bench.house, bench.people.lead, { sheet, zone: 'A' });
    await close(bench.house, bench.people.lead, { sheet, zone: 'B' });
    await bench.house.ask(bench.people.lead, sheetCalls.submit, { id: sheet });
    expect(await bench.line(sheet, 0)).toMatchObject({ first_qty: 10, diff_qty: 0 });
    expect(await bench.line(sheet, 1)).toMatchObject({ final_qty: 0, diff_qty: -10 });
    expect(await bench.line(sheet, 2)).toMatchObject({ final_qty: 9, diff_qty: -1 });
  });

  it('hides the book of a blind count from those who count', async () => {
    const sheet = await startedSheet(bench.house, bench.people, { warehouse: bench.place.id });
    const download = await bench.house.ask(bench.people.counters[0], downloadCall, {
      id: sheet,
      device_id: 'device-blind',
      device_name: '平板',
      zones: ['A'],
    });
    expect(download.goods.length).toBeGreaterThanOrEqual(3);
    expect(download.goods.every((one) => one.book_qty === undefined)).toBe(true);
    const detail = await bench.house.ask(bench.people.counters[0], sheetCalls.detail, { id: sheet });
    expect(detail.lines.every((one) => one.book_qty === null)).toBe(true);
  });
});
