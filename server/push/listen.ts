import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { clientSettings } from '#server/database/connect.ts';
import type { Log } from '#server/platform/log.ts';
import { reasonOf } from '#server/platform/startup-error.ts';

export interface Listened {
  readonly url: string;
  readonly channel: string;
  readonly log: Log;
  heard(payload: string): void;
  /** The connection was lost and is back: whatever was said meanwhile has been missed. */
  restored(): void;
}

/**
 * Listens to a channel of PostgreSQL on a connection of its own for as long as the process lives. A lost connection is
 * sought again, after 0.25 s first and up to 10 s later; one that only seems to be there is found out within 20 s.
 * Resolves after the first try, whatever came of it; the answer ends the listening.
 */
export async function listen(listened: Listened): Promise<() => Promise<void>> {
  const stop = new AbortController();
  let done = Promise.resolve();
  await new Promise<void>((resolve) => {
    done = keepListening(listened, stop.signal, resolve);
  });
  return async () => {
    stop.abort();
    await done;
  };
}

/** What PostgreSQL shows of such a connection. */
export const listenerName = 'back-office push';

const waits = { least: 250, most: 10_000 } as const;
const look = { every: 15_000, patience: 5000 } as const;

async function keepListening(listened: Listened, stop: AbortSignal, tried: () => void): Promise<void> {
  let wait: number = waits.least;
  let missed = false;
  while (!stop.aborted) {
    try {
      await listenOnce(listened, stop, () => {
        wait = waits.least;
        if (missed) listened.restored();
        tried();
      });
    } catch (error) {
      if (!stop.aborted) listened.log.warn({ reason: reasonOf(error) }, 'the connection that hears pushes was lost');
    }
    tried();
    missed = true;
    await passed(wait, stop);
    wait = Math.min(wait * 2, waits.most);
  }
}

/** Listens on one connection until it is lost (throws) or `stop` (resolves). */
async function listenOnce({ url, channel, heard }: Listened, stop: AbortSignal, begun: () => void): Promise<void> {
  const client = new Client({
    ...clientSettings(url),
    application_name: listenerName,
    query_timeout: look.patience,
  });
  const lost = new AbortController();
  client.on('error', (error) => lost.abort(error));
  client.on('end', () => lost.abort(new Error('the connection ended')));
  client.on('notification', ({ payload }) => heard(payload ?? ''));
  const over = AbortSignal.any([stop, lost.signal]);
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    begun();
    while (!over.aborted) {
      await passed(look.every, over);
      if (!over.aborted) await client.query('select 1');
    }
    if (!stop.aborted) throw lost.signal.reason;
  } finally {
    // A server that no longer answers is not waited for.
    void client.end().catch(() => {});
  }
}

async function passed(milliseconds: number, stop: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal: stop, ref: false });
  } catch {
    // Stopped: the caller looks at the signal.
  }
}
