import { airCrc, byteSum, hexOf, joined, signed, textOf, wordAt } from './bytes.ts';
import { type Heard, type Order, type Protocol, replyTo } from './protocol.ts';

/** Commands of Magicrf M100, QM100, YRM100 and R200 boards (reference rfid §1.2). */
export const m100Command = {
  version: 0x03,
  region: 0x08,
  select: 0x12,
  inventory: 0x22,
  rounds: 0x27,
  stop: 0x28,
  setPower: 0xb6,
  power: 0xb7,
  error: 0xff,
} as const;

/** Types of frames. */
export const m100Type = { command: 0, reply: 1, notice: 2 } as const;

const mostParameters = 512;
const nothingThere = 0x15;
const regions: Readonly<Record<number, string>> = {
  1: '中国 900 MHz',
  2: '美国',
  3: '欧洲',
  4: '中国 800 MHz',
  6: '韩国',
};

/** A frame: header, type, command, length of two bytes, parameters, sum of all between, end. */
export function m100Frame(
  [header, end]: readonly [number, number],
  { type, command, data }: { type: number; command: number; data: Uint8Array | readonly number[] },
): Uint8Array {
  const inside = joined([type, command, data.length >> 8, data.length & 0xff], data);
  return joined([header], inside, [byteSum(inside), end]);
}

/** The two spellings of one protocol: header and end byte alone differ. */
export const m100 = speaking('m100', 'M100 / YRM100', [0xbb, 0x7e]);
export const r200 = speaking('r200', 'R200', [0xaa, 0xdd]);

function speaking(name: string, label: string, marks: readonly [number, number]): Protocol {
  const order = (command: number, data: readonly number[] = []): Order => ({
    bytes: m100Frame(marks, { type: m100Type.command, command, data }),
    replied: command,
  });
  const rounds: Order = { ...order(m100Command.rounds, [0x22, 0xff, 0xff]), replied: null };
  return {
    name,
    label,
    bauds: [115_200],
    power: { least: 10, most: 26 },
    frameAt: (buffer, at) => frameAt(buffer, at, marks),
    read,
    askVersion: order(m100Command.version, [0]),
    versionIn: (heard) => {
      const data = replyTo(heard, m100Command.version)?.data;
      return data && data.length > 1 ? textOf(data.subarray(1)) : null;
    },
    askPower: order(m100Command.power),
    powerIn: (heard) => {
      const data = replyTo(heard, m100Command.power)?.data;
      return data?.length === 2 ? wordAt(data, 0) / 100 : null;
    },
    setPower: (dbm) => order(m100Command.setPower, [(dbm * 100) >> 8, (dbm * 100) & 0xff]),
    askRegion: order(m100Command.region),
    regionIn: (heard) => {
      const code = replyTo(heard, m100Command.region)?.data[0];
      return code === undefined ? null : (regions[code] ?? `代码 ${code}`);
    },
    // No mask: every tag answers.
    start: [order(m100Command.select, [1]), rounds],
    again: rounds,
    byRounds: false,
    stop: order(m100Command.stop),
  };
}

function frameAt(buffer: Uint8Array, at: number, [header, end]: readonly [number, number]): number {
  if (buffer[at] !== header) return -1;
  if (at + 5 > buffer.length) return (buffer[at + 1] ?? 0) > m100Type.notice ? -1 : 0;
  const parameters = wordAt(buffer, at + 3);
  if ((buffer[at + 1] ?? 0) > m100Type.notice || parameters > mostParameters) return -1;
  const length = parameters + 7;
  if (at + length > buffer.length) return 0;
  const right =
    buffer[at + length - 1] === end && buffer[at + length - 2] === byteSum(buffer.subarray(at + 1, at + length - 2));
  return right ? length : -1;
}

function read(frame: Uint8Array): Heard {
  const [type, command] = [frame[1], frame[2] ?? 0];
  const data = frame.slice(5, frame.length - 2);
  if (type === m100Type.notice && command === m100Command.inventory) return tagIn(data);
  if (command === m100Command.error) return trouble(data[0] ?? 0);
  return { kind: 'reply', command, status: data[0] ?? 0, data };
}

/** Signal, PC, EPC and the tag's own check: the sum of one byte alone lets one mistake in 256 pass. */
function tagIn(data: Uint8Array): Heard {
  const epc = data.subarray(3, data.length - 2);
  const words = wordAt(data, 1) >> 11;
  const right =
    data.length >= 7 &&
    words * 2 === epc.length &&
    airCrc(data.subarray(1, data.length - 2)) === wordAt(data, data.length - 2);
  if (!right) return { kind: 'misread' };
  return { kind: 'tag', tag: { epc: hexOf(epc), rssi: signed(data[0] ?? 0), antenna: null } };
}

function trouble(code: number): Heard {
  if (code === nothingThere) return { kind: 'alive' };
  return { kind: 'trouble', words: troubles[code] ?? `读写器报错 ${code.toString(16).toUpperCase().padStart(2, '0')}` };
}

const troubles: Readonly<Record<number, string>> = {
  0x09: '没有读到标签内容',
  0x10: '没有写进标签',
  0x16: '标签的访问密码不对',
  0x17: '读写器不认识这条命令',
  0x20: '跳频超时，请稍后再试',
};
