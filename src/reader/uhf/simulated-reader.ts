import { a0Command, a0Frame } from './a0.ts';
import { airCrc, bytesOf, joined, wordAt } from './bytes.ts';
import { m100Command, m100Frame, m100Type } from './m100.ts';
import { thingmagicCommand, thingmagicOrder, thingmagicReply } from './thingmagic.ts';
import type { Transport } from './transport.ts';

/** What goes wrong with a simulated reader, for tests and for showing what a person then sees. */
export interface Faults {
  /** Bytes that belong to nothing, before each frame. */
  junk?: Uint8Array;
  /** Frames come cut into pieces of so many bytes. */
  pieces?: number;
  /** Every so many frames one of their bytes is lost. */
  loses?: number;
  /** Each frame comes twice. */
  doubles?: boolean;
  /** Every so many frames one bit of a tag is wrong, in a frame that is right as a whole. */
  misreads?: number;
  /** Of every so many rounds the end is not said; one that reads without rounds stops without a word. */
  losesEnd?: number;
  /** It says why it does not read, as far as its family has words for it, and does not read. */
  trouble?: Trouble;
  /** Each frame comes so many milliseconds late. */
  slow?: number;
  /** It says nothing at all. */
  dumb?: boolean;
}

export type Trouble = 'hot' | 'antenna';

export interface SimulatedOptions {
  every?: number;
  burst?: number;
  faults?: Faults;
}

export interface SimulatedReader extends Transport {
  /** Puts tags before it; they are read again and again until they are taken away. */
  show(epcs: readonly string[]): void;
  /** These go wrong from now on, and no others. */
  fail(faults: Faults): void;
  unplug(): void;
  /** Tells of so many tags at once, as it would on its line. */
  tell(count: number, bytes: (chunk: Uint8Array) => void): void;
  /** How often it has told of a tag. */
  readonly reads: number;
  /** Commands that reached it, as hex of their codes. */
  readonly orders: readonly number[];
}

export type Family = 'm100' | 'r200' | 'a0' | 'thingmagic';

interface Speaks {
  /** The command of a whole order, and its length; nothing where none stands there. */
  orderAt(buffer: Uint8Array): { command: number; data: Uint8Array; length: number } | undefined;
  answer(command: number, data: Uint8Array): Uint8Array | null;
  /** `wrong`: one bit of it was misread on the air. */
  tag(epc: Uint8Array, wrong: boolean): Uint8Array;
  starts(command: number, data: Uint8Array): boolean;
  stops(command: number, data: Uint8Array): boolean;
  /** Said after each round of those that read by rounds. */
  roundOver?: Uint8Array;
  troubles: Readonly<Partial<Record<Trouble, Uint8Array>>>;
}

/**
 * A reader that speaks the bytes of a family: the product's demonstration reader, and what tests talk to. `every` milliseconds it reads
 * `burst` of the tags before it.
 */
export function createSimulatedReader(
  family: Family,
  { every = 50, burst = 4, faults: given = {} }: SimulatedOptions = {},
): SimulatedReader {
  const speaks = families[family]();
  const orders: number[] = [];
  let faults = given;
  let rounds = 0;
  let tags: Uint8Array[] = [];
  let next = 0;
  let frames = 0;
  let kept: Uint8Array = new Uint8Array();
  let on: Parameters<Transport['open']>[1] | undefined;
  let beat: ReturnType<typeof setInterval> | undefined;

  function say(frame: Uint8Array): void {
    if (faults.dumb) return;
    put(frame);
    if (faults.doubles) put(frame);
  }
  function put(frame: Uint8Array): void {
    frames += 1;
    const lost = faults.loses !== undefined && frames % faults.loses === 0;
    const told = lost ? joined(frame.subarray(0, 4), frame.subarray(5)) : frame;
    const whole = faults.junk ? joined(faults.junk, told) : told;
    const size = faults.pieces ?? whole.length;
    const come = (): void => {
      for (let at = 0; at < whole.length; at += size) on?.bytes(whole.slice(at, at + size));
    };
    if (faults.slow === undefined) come();
    else setTimeout(come, faults.slow);
  }
  function readSome(): void {
    rounds += 1;
    const why = faults.trouble && speaks.troubles[faults.trouble];
    if (why) say(why);
    else readTags(Math.min(burst, tags.length));
    const lost = faults.losesEnd !== undefined && rounds % faults.losesEnd === 0;
    if (lost || speaks.roundOver) stopReading();
    if (!lost && !why && speaks.roundOver) say(speaks.roundOver);
  }
  function readTags(most: number): void {
    for (let count = 0; count < most; count += 1) {
      const tag = tags[next % tags.length];
      next += 1;
      if (tag) say(speaks.tag(tag, faults.misreads !== undefined && next % faults.misreads === 0));
    }
  }
  function stopReading(): void {
    clearInterval(beat);
    beat = undefined;
  }
  function take(command: number, data: Uint8Array): void {
    orders.push(command);
    if (speaks.stops(command, data)) stopReading();
    const answer = speaks.answer(command, data);
    if (answer) say(answer);
    if (speaks.starts(command, data)) beat ??= setInterval(readSome, every);
  }

  return {
    label: '演示读写器',
    orders,
    get reads() {
      return next;
    },
    show(epcs) {
      tags = epcs.map(bytesOf);
    },
    tell(count, bytes) {
      const before = on;
      on = { bytes, gone: () => undefined };
      readTags(count);
      on = before;
    },
    fail(wanted) {
      faults = wanted;
    },
    unplug() {
      stopReading();
      const told = on;
      on = undefined;
      told?.gone();
    },
    open(_baud, given) {
      on = given;
      return Promise.resolve();
    },
    send(bytes) {
      if (!on) return Promise.reject(new Error('the reader is gone'));
      if (faults.dumb) return Promise.resolve();
      kept = joined(kept, bytes);
      for (;;) {
        const order = speaks.orderAt(kept);
        if (order) {
          kept = kept.slice(order.length);
          queueMicrotask(() => take(order.command, order.data));
        } else if (kept.length > 64) kept = kept.slice(1);
        else break;
      }
      // What is another family's question is passed over by each of them.
      kept = new Uint8Array();
      return Promise.resolve();
    },
    close() {
      stopReading();
      on = undefined;
      return Promise.resolve();
    },
  };
}

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
/** PC of a tag with so many bytes of EPC. */
const pcOf = (epc: Uint8Array): readonly number[] => [(epc.length / 2) << 3, 0];
const withCrc = (epc: Uint8Array, wrong: boolean): Uint8Array => {
  const front = joined(pcOf(epc), epc);
  const crc = airCrc(front) ^ (wrong ? 1 : 0);
  return joined(front, [crc >> 8, crc & 0xff]);
};

const families: Readonly<Record<Family, () => Speaks>> = {
  m100: () => likeM100([0xbb, 0x7e]),
  r200: () => likeM100([0xaa, 0xdd]),
  a0: likeA0,
  thingmagic: likeThingmagic,
};

function likeM100(marks: readonly [number, number]): Speaks {
  const reply = (command: number, data: readonly number[] | Uint8Array) =>
    m100Frame(marks, { type: m100Type.reply, command, data });
  let power = 2000;
  return {
    orderAt(buffer) {
      if (buffer[0] !== marks[0] || buffer[1] !== m100Type.command) return undefined;
      const data = wordAt(buffer, 3);
      if (buffer.length < data + 7) return undefined;
      return { command: buffer[2] ?? 0, data: buffer.slice(5, 5 + data), length: data + 7 };
    },
    answer(command, data) {
      if (command === m100Command.version) return reply(command, joined([data[0] ?? 0], ascii('UHF 26dBm V1.1')));
      if (command === m100Command.power) return reply(command, [power >> 8, power & 0xff]);
      if (command === m100Command.setPower) power = wordAt(data, 0);
      if (command === m100Command.region) return reply(command, [1]);
      return command === m100Command.rounds ? null : reply(command, [0]);
    },
    tag: (epc, wrong) => {
      const data = joined([0xc9], withCrc(epc, wrong));
      return m100Frame(marks, { type: m100Type.notice, command: m100Command.inventory, data });
    },
    // The nearest that it has to being too hot.
    troubles: { hot: reply(m100Command.error, [0x20]) },
    starts: (command) => command === m100Command.rounds,
    stops: (command) => command === m100Command.stop,
  };
}

function likeA0(): Speaks {
  let power = 26;
  return {
    orderAt(buffer) {
      if (buffer[0] !== 0xa0) return undefined;
      const length = (buffer[1] ?? 0) + 2;
      if (buffer.length < length) return undefined;
      return { command: buffer[3] ?? 0, data: buffer.slice(4, length - 1), length };
    },
    answer(command, data) {
      if (command === a0Command.version) return a0Frame(1, command, [1, 9]);
      if (command === a0Command.power) return a0Frame(1, command, [power]);
      if (command === a0Command.temporaryPower) power = data[0] ?? power;
      if (command === a0Command.region) return a0Frame(1, command, [3, 0, 6]);
      return command === a0Command.session ? null : a0Frame(1, command, [0x10]);
    },
    // It checks tags by itself and says none that it misread.
    tag: (epc, wrong) =>
      wrong ? new Uint8Array() : a0Frame(1, a0Command.session, joined([4], pcOf(epc), epc, [0x45])),
    troubles: { hot: a0Frame(1, a0Command.session, [0x54]), antenna: a0Frame(1, a0Command.session, [0x22]) },
    starts: (command) => command === a0Command.session,
    stops: () => false,
    roundOver: a0Frame(1, a0Command.session, [0, 0, 100, 0, 0, 0, 4]),
  };
}

function likeThingmagic(): Speaks {
  let power = 2300;
  return {
    orderAt(buffer) {
      if (buffer[0] !== 0xff) return undefined;
      const length = (buffer[1] ?? 0) + 5;
      if (buffer.length < length) return undefined;
      const [command, data] = [buffer[2] ?? 0, buffer.slice(3, length - 2)];
      const right = thingmagicOrder(command, data).every((byte, at) => byte === buffer[at]);
      return right ? { command, data, length } : undefined;
    },
    answer(command, data) {
      const { version, power: ask, setPower, region } = thingmagicCommand;
      if (command === version) return thingmagicReply(command, 0, bytesOf('0710230001000003201410070107020900000010'));
      if (command === ask) return thingmagicReply(command, 0, [1, power >> 8, power & 0xff, 0x0b, 0xb8, 1, 0xf4]);
      if (command === setPower) power = wordAt(data, 0);
      return thingmagicReply(command, 0, command === region ? [6] : []);
    },
    troubles: {
      hot: thingmagicReply(thingmagicCommand.stream, 0x0504),
      antenna: thingmagicReply(thingmagicCommand.stream, 0x0503),
    },
    tag(epc, wrong) {
      const air = withCrc(epc, wrong);
      const head = bytesOf('1000 1B00 5701 01C411 00000127 05');
      return thingmagicReply(
        thingmagicCommand.stream,
        0,
        joined(head, [(air.length * 8) >> 8, (air.length * 8) & 0xff], air),
      );
    },
    starts: (command, data) => command === thingmagicCommand.continuous && data[2] === 1,
    stops: (command, data) => command === thingmagicCommand.continuous && data[2] === 2,
  };
}
