import type { Kysely } from 'kysely';
import { listen } from '#server/push/listen.ts';
import { taskChannel } from './notify-owners.ts';
import { type Claimed, claimTask, putBackDead, release } from './queue.ts';
import { type Run, startRun, type WorkHouse } from './run-task.ts';
import { taskLimits } from './task-limits.ts';

/**
 * Works at the queue until it is stopped: at most `taskLimits.atOnce` tasks at a time, woken by whoever adds to the queue
 * and looking by itself every few seconds; what may have killed a worker before has this one to itself. Any number of workers
 * share one database (decision 0020). The answer stops it: what is under way is put back.
 */
export async function startWorker(house: WorkHouse): Promise<() => Promise<void>> {
  const runs = new Map<Run, Claimed>();
  const slots = new Set<Promise<void>>();
  const alone = (): boolean => [...runs.values()].some((claimed) => claimed.alone);
  let stopped = false;
  let filling: Promise<void> | undefined;
  let again = false;

  const fill = (): void => {
    again = true;
    filling ??= (async () => {
      while (again && !stopped) {
        again = false;
        await putBackDead(house.db, house.clock.now());
        while (!stopped && !alone() && slots.size < taskLimits.atOnce && (await takeOne())) again = true;
      }
    })()
      .catch((error: unknown) => house.log.error({ err: error }, 'the queue of tasks could not be read'))
      .finally(() => {
        filling = undefined;
      });
  };

  // Resolves as soon as it is known whether there was one; the slot is taken until the run is over.
  const takeOne = async (): Promise<boolean> =>
    await new Promise<boolean>((resolve, reject) => {
      const slot = house.db
        .connection()
        .execute((session) => workOn(session, resolve))
        .catch((error: unknown) => {
          house.log.error({ err: error }, 'a task was left to whoever finds it');
          reject(error);
          return false;
        })
        .then((worked) => {
          slots.delete(slot);
          if (worked) fill();
        });
      slots.add(slot);
    });

  const workOn = async (session: Kysely<unknown>, taken: (found: boolean) => void): Promise<boolean> => {
    try {
      const claimed = stopped ? undefined : await claimTask(session, house.clock.now(), { busy: runs.size > 0 });
      taken(claimed !== undefined);
      if (!claimed) return false;
      const run = startRun(house, session, claimed);
      runs.set(run, claimed);
      // Asked to stop while the claim was under way.
      if (stopped) run.stop();
      await run.done.finally(() => runs.delete(run));
      return true;
    } finally {
      await release(session);
    }
  };

  const endListening = await listen({
    url: house.url,
    channel: taskChannel,
    log: house.log,
    heard: () => {
      for (const run of runs.keys()) run.check();
      fill();
    },
    restored: fill,
  });
  const timer = setInterval(fill, taskLimits.look);
  fill();
  return async () => {
    stopped = true;
    clearInterval(timer);
    for (const run of runs.keys()) run.stop();
    await endListening();
    await filling;
    await Promise.all(slots);
  };
}
