import { describe, expect, it } from 'vitest';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { close, startedSheet, Tablet } from '#tests/factories/stocktake.ts';

const bench = stocktakeBench();
const waits = { kind: 'illegalTransition', message: expect.stringContaining('盘点甲') };

describe('what a device has handed back', () => {
  it('stands through another download of the round, whose answer may be lost', async () => {
    const { house, people, place } = bench;
    const sheet = await startedSheet(house, people, { warehouse: place.id });
    const tablet = new Tablet(house, people.counters[0], sheet);
    await tablet.download('A');
    await tablet.finish('A');
    await tablet.download('A', 'B');
    await expect(close(house, people.counters[1], { sheet, zone: 'B' })).rejects.toMatchObject(waits);
    await close(house, people.counters[1], { sheet, zone: 'A' });
  });

  it('is taken back by a count after that, as by any', async () => {
    const { house, people, place } = bench;
    const sheet = await startedSheet(house, people, { warehouse: place.id });
    const tablet = new Tablet(house, people.counters[0], sheet);
    await tablet.download('A');
    await tablet.finish('A');
    await tablet.download('A');
    tablet.count(bench.code(0), { zone: 'A' });
    await tablet.send();
    await expect(close(house, people.counters[1], { sheet, zone: 'A' })).rejects.toMatchObject(waits);
    await tablet.finish('A');
    await close(house, people.counters[1], { sheet, zone: 'A' });
  });

  it('is heard of a tablet that knows no round', async () => {
    const { house, people, place } = bench;
    const sheet = await startedSheet(house, people, { warehouse: place.id });
    const tablet = new Tablet(house, people.counters[0], sheet);
    await tablet.download('A');
    tablet.round = 0;
    await tablet.finish('A');
    await close(house, people.counters[1], { sheet, zone: 'A' });
  });
});
