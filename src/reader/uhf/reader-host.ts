import { proxy } from 'comlink';
import type { Transport } from './transport.ts';
import { connectReader, type ReaderEvents, type ReaderTimes, type UhfReader } from './uhf-reader.ts';

/** What a connected reader says of itself. */
export interface ReaderFacts {
  readonly label: string;
  readonly family: string;
  readonly version: string;
  readonly region: string | null;
  readonly power: number | null;
  readonly powerLeast: number;
  readonly powerMost: number;
  /** False where its power and its band are the business of whoever holds it, as with a service of this computer. */
  readonly isSetHere: boolean;
}

/** A line that somebody else holds: bytes go to and fro. */
export type LentLine = Pick<Transport, 'open' | 'send' | 'close'>;

/** One reader at a time, wherever its bytes are read: in a worker, or in the page where there is none. */
export interface ReaderHost {
  /** Answers what it is; null where nobody answers. Rejects as the browser does where the line cannot be opened. */
  connect(label: string, lent: LentLine, on: ReaderEvents): Promise<ReaderFacts | null>;
  start(): Promise<void>;
  stop(): Promise<void>;
  setPower(dbm: number): Promise<number | null>;
  /** Lets go of it; nothing where none is connected. */
  close(): Promise<void>;
  /** Ends once the reader has gone or was let go of. */
  ended(): Promise<void>;
}

/**
 * `own` are the lines that this realm reaches by itself. One that is called as the one lent is opened here, so that its bytes do not
 * cross the page; of two of the same name nobody can tell which is meant, and then the lent one is used.
 */
export function createReaderHost(own: () => Promise<readonly Transport[]>, times?: ReaderTimes): ReaderHost {
  let reader: UhfReader | null = null;
  let end = (): void => undefined;
  const life = new Promise<void>((resolve) => {
    end = resolve;
  });
  /** Settles when the last word has been heard, wherever it is listened to: nobody is let go of before that. */
  let heard: Promise<void> = Promise.resolve();
  const tell = (say: () => void): void => {
    heard = (async () => say())();
  };
  const connected = (): UhfReader => {
    if (!reader) throw new Error('no reader is connected');
    return reader;
  };
  return {
    async connect(label, lent, on) {
      const mine = await ownNamed(own, label);
      const found = await connectReader(
        mine ?? across(label, lent),
        {
          tags: (tags) => tell(() => on.tags(tags)),
          trouble: (words) => tell(() => on.trouble(words)),
          gone: () => {
            reader = null;
            tell(() => on.gone());
            void heard.finally(end);
          },
        },
        times,
      );
      if (!found) return null;
      reader = found;
      const { least: powerLeast, most: powerMost } = found.protocol.power;
      const { label: family } = found.protocol;
      const [region, power] = [await found.region(), await found.power()];
      return { label, family, version: found.version, region, power, powerLeast, powerMost, isSetHere: true };
    },
    start: () => connected().start(),
    async stop() {
      await connected().stop();
      await heard;
    },
    setPower: (dbm) => connected().setPower(dbm),
    async close() {
      await reader?.close();
      reader = null;
      await heard;
      end();
    },
    ended: () => life,
  };
}

async function ownNamed(own: () => Promise<readonly Transport[]>, label: string): Promise<Transport | undefined> {
  // A worker may be kept from ports that its page may use.
  const all = await own().catch(() => []);
  const named = all.filter((one) => one.label === label);
  return named.length === 1 ? named[0] : undefined;
}

/** What is told of a lent line is called across realms: marked as what stays here. */
function across(label: string, lent: LentLine): Transport {
  return {
    label,
    open: (baud, on) => lent.open(baud, proxy(on)),
    send: (bytes) => lent.send(bytes),
    close: () => lent.close(),
  };
}
