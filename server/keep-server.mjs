// Runs the server and starts it again when it dies (`npm start`). Plain JavaScript without packages, as everything before the server is.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endOf, root, stopSignals } from './prepare.mjs';

/** What the server tells us over the channel once it takes calls. */
const openMessage = 'open';
/** Milliseconds: the first wait before another start, the longest, and after how long a life the next wait is the first again. */
const waits = { least: 1000, most: 30_000, wellAfter: 60_000 };
/** So many ends within so many milliseconds are no accident: a person must look. */
const giveUp = { ends: 5, within: 60_000 };

/**
 * Runs the server until it is asked to stop, and answers the exit code. One that was killed, or that ends badly after it once was open,
 * is started again after 1, 2, 4 … 30 s; five ends within a minute are the last. One that cannot start says why and is not tried again.
 * @param {string} [entry] the file that is run
 */
export async function keepServer(entry = join(root, 'server/main.ts')) {
  const stop = stopping();
  const after = restarts();
  let wasOpen = false;
  for (;;) {
    const begun = performance.now();
    const server = startServer(entry);
    server.on('message', (message) => {
      if (message === openMessage) wasOpen = true;
    });
    const forward = () => server.kill('SIGTERM');
    stop.signal.addEventListener('abort', forward);
    const { code, signal } = await endOf(server);
    stop.signal.removeEventListener('abort', forward);
    const how = signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
    if (stop.signal.aborted || code === 0 || (code !== null && !wasOpen)) {
      if (signal !== null) complain(`the server ${how}`);
      return code ?? 1;
    }
    const wait = after(begun, performance.now());
    if (wait === undefined) {
      complain(`the server ${how}, for the ${giveUp.ends}th time within a minute: it is not started again`);
      return 1;
    }
    complain(`the server ${how}; it is started again in ${wait / 1000} s`);
    await sleep(wait, undefined, { signal: stop.signal }).catch(() => undefined);
    if (stop.signal.aborted) return 0;
  }
}

/**
 * How long to wait before another start, told of each life's begin and end (milliseconds of one clock); undefined: give up.
 * @returns {(begun: number, ended: number) => number | undefined}
 */
export function restarts() {
  let wait = waits.least;
  /** @type {number[]} */
  let ends = [];
  return (begun, ended) => {
    ends = [...ends.filter((end) => ended - end < giveUp.within), ended];
    if (ends.length >= giveUp.ends) return undefined;
    if (ended - begun >= waits.wellAfter) wait = waits.least;
    const now = wait;
    wait = Math.min(wait * 2, waits.most);
    return now;
  };
}

/** @param {string} entry */
function startServer(entry) {
  // The channel tells the server when we are gone, however we went.
  return spawn(process.execPath, ['--import', 'tsx', entry], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

/** Aborted when we are asked to stop. Ctrl-C reaches the server from the terminal as well; it takes the second one for the same wish. */
function stopping() {
  const stop = new AbortController();
  for (const signal of stopSignals) process.on(signal, () => stop.abort());
  stopWithNpm(() => stop.abort());
  return stop;
}

/**
 * A signal or kill -9 to `npm start` may end npm and its shell without a word to us; they are then no longer our parent.
 * @param {() => void} stop
 */
function stopWithNpm(stop) {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}

/** @param {string} line */
function complain(line) {
  process.stderr.write(`${line}\n`);
}
