import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairQueue, type FairQueueLimits } from './fair-queue.ts';

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

/** Works that end when they are told, and who began when. */
function workshop(limits: Partial<FairQueueLimits>) {
  const turns = new FairQueue({ each: 1, waitingEach: 9, words: '太多', ...limits });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (person: number, name: string): Promise<void> =>
    turns.run(person, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await settled();
  };
  return { turns, begun, begin, end };
}

describe('turns', () => {
  it('refuse who has too much waiting, and nobody else', async () => {
    const { begun, begin } = workshop({ waitingEach: 1 });
    void begin(1, 'a1');
    void begin(1, 'a2');
    await expect(begin(1, 'a3')).rejects.toMatchObject({ kind: 'tooMany', message: '太多' });
    void begin(2, 'b1');
    await settled();
    expect(begun).toEqual(['a1', 'b1']);
  });

  it('let wait who has a place of their own when only others are before them', async () => {
    const { begun, begin, end } = workshop({ atOnce: 1, each: 2, waitingEach: 0 });
    void begin(1, 'a1');
    void begin(2, 'b1');
    void begin(2, 'b2');
    await expect(begin(2, 'b3')).rejects.toMatchObject({ kind: 'tooMany' });
    await end('a1');
    expect(begun).toEqual(['a1', 'b1']);
  });

  it('go round: one work of each person after the other', async () => {
    const { begun, begin, end } = workshop({ atOnce: 1 });
    for (const name of ['a1', 'a2', 'a3']) void begin(1, name);
    for (const name of ['b1', 'b2']) void begin(2, name);
    await settled();
    for (const name of ['a1', 'b1', 'a2', 'b2', 'a3']) await end(name);
    expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  it('count what came of a work until it is gone, and let others begin before', async () => {
    const { turns } = workshop({ atOnce: 1, each: 1, waitingEach: 0 });
    const mine = await turns.take(1);
    mine.rest();
    await expect(turns.take(1)).rejects.toMatchObject({ kind: 'tooMany' });
    (await turns.take(2)).leave();
    mine.leave();
    mine.leave();
    (await turns.take(1)).leave();
  });

  it('are given back by a work that fails', async () => {
    const { turns } = workshop({ waitingEach: 0 });
    await expect(turns.run(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await turns.run(1, async () => 'well')).toBe('well');
  });

  it('never run more than may, and in the end everything that was let in', async () => {
    const works = fc.array(fc.record({ person: fc.nat(3), steps: fc.nat(4) }), { maxLength: 40 });
    const bounds = fc.record({ atOnce: fc.integer({ min: 1, max: 4 }), each: fc.integer({ min: 1, max: 3 }) });
    await fc.assert(
      fc.asyncProperty(works, bounds, async (asked, { atOnce, each }) => {
        const turns = new FairQueue({ atOnce, each, waitingEach: 100, words: '' });
        const running: number[] = [];
        const ended = asked.map(({ person, steps }) =>
          turns.run(person, async () => {
            running.push(person);
            expect(running.length).toBeLessThanOrEqual(atOnce);
            expect(running.filter((one) => one === person).length).toBeLessThanOrEqual(each);
            for (let step = 0; step < steps; step += 1) await Promise.resolve();
            running.splice(running.indexOf(person), 1);
          }),
        );
        await Promise.all(ended);
        expect(running).toEqual([]);
      }),
    );
  });
});
