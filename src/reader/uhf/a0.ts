import { byteSum, hexOf, joined, wordAt } from './bytes.ts';
import { type Heard, type Order, type Protocol, replyTo } from './protocol.ts';

/** Commands of the A0 family: desktop and fixed readers with an R2000 or E710 (reference rfid §1.3). */
export const a0Command = {
  temporaryPower: 0x66,
  version: 0x72,
  power: 0x77,
  region: 0x79,
  realtime: 0x89,
  session: 0x8b,
} as const;

const header = 0xa0;
/** Whatever its own address is. */
const anybody = 0xff;
const regions: Readonly<Record<number, string>> = { 1: 'FCC', 2: 'ETSI', 3: '中国' };

/** A frame: header, length of what follows, address, command, data, and what makes the sum of all nothing. */
export function a0Frame(address: number, command: number, data: Uint8Array | readonly number[] = []): Uint8Array {
  const front = joined([header, data.length + 3, address, command], data);
  return joined(front, [-byteSum(front) & 0xff]);
}

const order = (command: number, data: readonly number[] = []): Order => ({
  bytes: a0Frame(anybody, command, data),
  replied: command,
});

/** One round in session 1, in which a tag that was read stays silent for a while. */
const round: Order = { ...order(a0Command.session, [1, 0, 1]), replied: null };

export const a0: Protocol = {
  name: 'a0',
  label: 'A0（R2000 / E710）',
  bauds: [115_200],
  power: { least: 0, most: 33 },
  frameAt(buffer, at) {
    if (buffer[at] !== header) return -1;
    const length = (buffer[at + 1] ?? 3) + 2;
    if (length < 5) return -1;
    if (at + length > buffer.length) return 0;
    return byteSum(buffer.subarray(at, at + length)) === 0 ? length : -1;
  },
  read(frame) {
    const command = frame[3] ?? 0;
    const data = frame.slice(4, frame.length - 1);
    if (command === a0Command.session || command === a0Command.realtime) return inventory(data);
    return { kind: 'reply', command, status: data[0] ?? 0, data };
  },
  askVersion: order(a0Command.version),
  versionIn: (heard) => {
    const data = replyTo(heard, a0Command.version)?.data;
    return data?.length === 2 ? `v${data[0]}.${data[1]}` : null;
  },
  askPower: order(a0Command.power),
  powerIn: (heard) => replyTo(heard, a0Command.power)?.data[0] ?? null,
  // Kept until it is switched off: the other command wears its memory out.
  setPower: (dbm) => order(a0Command.temporaryPower, [dbm]),
  askRegion: order(a0Command.region),
  regionIn: (heard) => {
    const code = replyTo(heard, a0Command.region)?.data[0];
    return code === undefined ? null : (regions[code] ?? `代码 ${code}`);
  },
  start: [round],
  again: round,
  byRounds: true,
  stop: null,
};

/** Data of a tag is as long as four bytes and whole words; what ends a round has seven bytes, an error one or two. */
function inventory(data: Uint8Array): Heard {
  if (data.length === 7) return { kind: 'round_over' };
  if (data.length <= 2) return trouble(data.at(-1) ?? 0);
  const words = wordAt(data, 1) >> 11;
  // A unit that tells the phase too has two bytes more.
  const phase = data.length - 4 - words * 2;
  if (words === 0 || (phase !== 0 && phase !== 2)) return { kind: 'misread' };
  const strength = (data[3 + words * 2] ?? 0) & 0x7f;
  return {
    kind: 'tag',
    tag: {
      epc: hexOf(data.subarray(3, 3 + words * 2)),
      rssi: strength > 89 ? strength - 129 : strength - 130,
      antenna: ((data[0] ?? 0) & 3) + 1 + ((data[3 + words * 2] ?? 0) & 0x80 ? 4 : 0),
    },
  };
}

function trouble(code: number): Heard {
  if (code === 0x36) return { kind: 'alive' };
  return { kind: 'trouble', words: troubles[code] ?? `读写器报错 ${code.toString(16).toUpperCase()}` };
}

const troubles: Readonly<Record<number, string>> = {
  34: '没有接天线',
  37: '功率不对',
  71: '天线编号不对',
  72: '功率超出范围',
  73: '频段不对',
  83: '射频芯片故障',
  84: '达不到设定的功率',
};
