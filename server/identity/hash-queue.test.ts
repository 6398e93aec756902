import { expect, it } from 'vitest';
import { HashQueue } from './hash-queue.ts';

it('refuses beyond those running and waiting, and runs the others two at a time', async () => {
  const queue = new HashQueue({ atOnce: 2, mostWaiting: 3 });
  let running = 0;
  let most = 0;
  const work = async (): Promise<string> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    return 'done';
  };
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => queue.run(work)));
  expect(outcomes.map((outcome) => outcome.status)).toEqual([
    ...Array<string>(5).fill('fulfilled'),
    ...Array<string>(3).fill('rejected'),
  ]);
  expect(outcomes[7]).toMatchObject({ reason: { kind: 'busy' } });
  expect(most).toBe(2);
});

it('gives the place on when a work fails', async () => {
  const queue = new HashQueue({ atOnce: 1, mostWaiting: 1 });
  const failing = queue.run(() => Promise.reject(new Error('no memory')));
  const next = queue.run(async () => 'done');
  await expect(failing).rejects.toThrow('no memory');
  await expect(next).resolves.toBe('done');
  await expect(queue.run(async () => 'again')).resolves.toBe('again');
});
