import { createFraming } from './framing.ts';
import { type Found, type ProbeTimes, probe } from './probe.ts';
import { type Heard, type Order, replyTo, type Tag } from './protocol.ts';
import type { Transport } from './transport.ts';

/** What a connected reader tells of. */
export interface ReaderEvents {
  /** Tags since the last word, in the order in which they were read, each as often as it was read. */
  tags(tags: readonly Tag[]): void;
  /** It cannot read, and why; empty once it reads again. */
  trouble(words: string): void;
  /** It has been unplugged or switched off. What was told before stands. */
  gone(): void;
}

export interface UhfReader extends Pick<Found, 'protocol' | 'version'> {
  readonly label: string;
  /** dBm; null where it does not answer. */
  power(): Promise<number | null>;
  /** Within the limits of its family; answers what it says afterwards. */
  setPower(dbm: number): Promise<number | null>;
  /** The band it sends in. */
  region(): Promise<string | null>;
  start(): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds. */
export interface ReaderTimes extends ProbeTimes {
  /** How often tags are told of. */
  tell: number;
  /** How long it may say nothing while it reads before it is asked again. */
  silence: number;
}

const usual: ReaderTimes = { listen: 300, answer: 250, tell: 100, silence: 2_000 };
/** Silences after which it is taken for dead. */
const mostSilences = 3;

/** Finds the reader at the other end and connects to it; null where nobody answers. */
export async function connectReader(
  transport: Transport,
  on: ReaderEvents,
  times: ReaderTimes = usual,
): Promise<UhfReader | null> {
  const found = await probe(transport, times);
  return found && (await connected(transport, found, { on, times }));
}

async function connected(
  transport: Transport,
  { protocol, baud, version }: Found,
  { on, times }: { on: ReaderEvents; times: ReaderTimes },
): Promise<UhfReader> {
  const framing = createFraming(protocol);
  const waiting = new Set<(heard: Heard) => void>();
  let pending: Tag[] = [];
  let reading = false;
  let troubled = false;
  let lastHeard = 0;
  let silences = 0;
  let beat: ReturnType<typeof setInterval> | undefined;
  let soon: ReturnType<typeof setTimeout> | undefined;

  function receive(heard: readonly Heard[]): void {
    if (heard.length > 0) {
      lastHeard = performance.now();
      silences = 0;
    }
    for (const one of heard) {
      if (one.kind === 'tag' && reading) pending.push(one.tag);
      else if (one.kind === 'trouble') complain(one.words);
      else if (one.kind === 'reply') for (const wait of waiting) wait(one);
      if (protocol.byRounds && reading && (one.kind === 'round_over' || one.kind === 'alive'))
        soon ??= setTimeout(nextRound, 10);
    }
  }
  function complain(words: string): void {
    troubled = true;
    on.trouble(words);
  }
  function tell(): void {
    if (pending.length === 0) return;
    if (troubled) on.trouble('');
    troubled = false;
    const tags = pending;
    pending = [];
    on.tags(tags);
  }
  const send = (order: Order): Promise<void> => transport.send(order.bytes);
  const more = (): Promise<void> => send(protocol.again).catch(() => undefined);

  // Some say both that they found nothing and that the round is over: one round is asked for all the same.
  function nextRound(): void {
    soon = undefined;
    if (reading) void more();
  }

  function watch(): void {
    tell();
    if (!reading || performance.now() - lastHeard < times.silence) return;
    lastHeard = performance.now();
    silences += 1;
    receive(framing.quiet());
    if (silences >= mostSilences) complain('读写器没有回应，请检查连接和电源');
    void more();
  }

  /** Sends and waits for its reply among whatever else comes; null where none comes in time. */
  async function ask(order: Order): Promise<Heard | null> {
    const { replied } = order;
    if (replied === null) {
      await send(order);
      return null;
    }
    let forget = (): void => undefined;
    const answer = new Promise<Heard | null>((resolve) => {
      const wait = (heard: Heard) => {
        if (replyTo(heard, replied)) resolve(heard);
      };
      const timer = setTimeout(() => resolve(null), times.answer * 2);
      waiting.add(wait);
      forget = () => {
        clearTimeout(timer);
        waiting.delete(wait);
      };
    });
    try {
      await send(order);
      return await answer;
    } finally {
      forget();
    }
  }
  async function power(): Promise<number | null> {
    const heard = await ask(protocol.askPower);
    return heard && protocol.powerIn(heard);
  }

  await transport.open(baud, {
    bytes: (chunk) => receive(framing.push(chunk)),
    gone: () => {
      clearInterval(beat);
      tell();
      reading = false;
      on.gone();
    },
  });
  beat = setInterval(watch, times.tell);

  return {
    protocol,
    version,
    label: transport.label,
    power,
    async setPower(dbm) {
      const { least, most } = protocol.power;
      await ask(protocol.setPower(Math.min(most, Math.max(least, Math.round(dbm)))));
      return await power();
    },
    async region() {
      const heard = await ask(protocol.askRegion);
      return heard && protocol.regionIn(heard);
    },
    async start() {
      reading = true;
      lastHeard = performance.now();
      for (const order of protocol.start) await ask(order);
    },
    async stop() {
      if (protocol.stop) await ask(protocol.stop);
      reading = false;
      tell();
    },
    async close() {
      clearInterval(beat);
      // One that has gone meanwhile has nothing to be told.
      if (reading && protocol.stop) await ask(protocol.stop).catch(() => undefined);
      reading = false;
      tell();
      await transport.close();
    },
  };
}
