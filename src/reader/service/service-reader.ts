import { readerAddress, readerStatus, readTagsBy } from '#src/wire/tag-reader.ts';
import type { ReaderFacts } from '../uhf/reader-host.ts';
import type { ReaderEvents } from '../uhf/uhf-reader.ts';

/** Milliseconds. */
export interface ServiceTimes {
  /** Between two rounds: a service that answers at once is not asked without a breath. */
  readonly pause: number;
  /** After an answer that was none. */
  readonly again: number;
  /** How long a round in hand may go on once nobody wants more. */
  readonly ending: number;
}

const usual: ServiceTimes = { pause: 200, again: 2_000, ending: 5_000 };

/** A reader that a service of this computer holds. */
export interface ServiceReader {
  readonly facts: ReaderFacts;
  start(): Promise<void>;
  stop(): Promise<void>;
  setPower(dbm: number): Promise<number | null>;
  close(): Promise<void>;
}

/**
 * Reads through the service that the maker of a reader installs on this computer (specification §7): one round after the other until it is stopped.
 * A service that is not reached is asked again by itself and never taken for unplugged; what it told before stands. Its power is set with its maker's
 * tool. Rejects in words where there is no service.
 */
export async function connectService(
  port: number,
  on: ReaderEvents,
  times: ServiceTimes = usual,
): Promise<ServiceReader> {
  const status = await readerStatus(port);
  if (!status.ok) throw new ServiceNotThere(status.words);
  let troubled = '';
  /** The rounds that go on, and what ends them at once. */
  let rounds: { wanted: boolean; readonly cut: AbortController; readonly over: Promise<void> } | null = null;

  function complain(words: string): void {
    if (words === troubled) return;
    troubled = words;
    on.trouble(words);
  }
  async function read(mine: { wanted: boolean; readonly cut: AbortController }): Promise<void> {
    while (mine.wanted) {
      const answer = await readTagsBy(port, { signal: mine.cut.signal });
      if (mine.cut.signal.aborted) return;
      complain(answer.ok ? '' : answer.words);
      if (answer.ok && answer.tags.length > 0)
        on.tags(answer.tags.map(({ EPC, RSSI }) => ({ epc: EPC, rssi: RSSI, antenna: null })));
      if (mine.wanted) await rest(answer.ok ? times.pause : times.again, mine.cut.signal);
    }
  }
  /** A round in hand is heard to its end, since it may hold tags; one that does not end is cut. */
  async function end(): Promise<void> {
    const last = rounds;
    if (!last) return;
    rounds = null;
    last.wanted = false;
    const late = setTimeout(() => last.cut.abort(), times.ending);
    await last.over;
    clearTimeout(late);
  }

  return {
    facts: {
      label: `本地读写服务 ${readerAddress(port).replace('http://', '')}`,
      family: '本地读写服务',
      version: status.words,
      region: null,
      power: null,
      powerLeast: 0,
      powerMost: 0,
      isSetHere: false,
    },
    async start() {
      await end();
      const mine = { wanted: true, cut: new AbortController() };
      rounds = Object.assign(mine, { over: read(mine) });
    },
    stop: end,
    setPower: () => Promise.resolve(null),
    async close() {
      rounds?.cut.abort();
      await end();
    },
  };
}

/** No service answers there; its message is for a person. */
export class ServiceNotThere extends Error {
  override readonly name = 'ServiceNotThere';
}

function rest(duration: number, cut: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      cut.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, duration);
    cut.addEventListener('abort', done);
  });
}
