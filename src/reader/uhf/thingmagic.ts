import { airCrc, hexOf, joined, signed, wordAt } from './bytes.ts';
import { type Heard, type Order, type Protocol, replyTo } from './protocol.ts';

/** Commands of ThingMagic Mercury and Silion modules (reference rfid §1.1). */
export const thingmagicCommand = {
  version: 0x03,
  stream: 0x22,
  continuous: 0x2f,
  power: 0x62,
  region: 0x67,
  antennas: 0x91,
  setPower: 0x92,
  protocol: 0x93,
  filter: 0x9a,
} as const;

const header = 0xff;
const mostData = 248;
const metadata = 0x10;
const select = 0x88;
/** Statuses of the stream that are no fault. */
const nothingThere = 0x0400;
const regions: Readonly<Record<number, string>> = { 0: '未设置', 1: '北美', 6: '中国', 8: '欧洲', 13: '北美（窄）' };

/** The module's own sum: bits are shifted in from below, and no manual calls it by its name. */
export function thingmagicCrc(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes)
    for (const nibble of [byte >> 4, byte & 15]) crc = (((crc << 4) | nibble) & 0xffff) ^ (table[crc >> 12] ?? 0);
  return crc;
}

const table = Array.from({ length: 16 }, (_, at) => {
  let crc = at << 12;
  for (let bit = 0; bit < 4; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  return crc;
});

/** What we send: header, length of the data, command, data, sum. */
export function thingmagicOrder(command: number, data: Uint8Array | readonly number[] = []): Uint8Array {
  const inside = joined([data.length, command], data);
  const crc = thingmagicCrc(inside);
  return joined([header], inside, [crc >> 8, crc & 0xff]);
}

/** What it answers: the same with a status of two bytes behind the command. */
export function thingmagicReply(
  command: number,
  status: number,
  data: Uint8Array | readonly number[] = [],
): Uint8Array {
  const inside = joined([data.length, command, status >> 8, status & 0xff], data);
  const crc = thingmagicCrc(inside);
  return joined([header], inside, [crc >> 8, crc & 0xff]);
}

const order = (command: number, data: readonly number[] = []): Order => ({
  bytes: thingmagicOrder(command, data),
  replied: command,
});

// Read count, signal, antenna, time and protocol: with all that it could say it would say less at this speed.
const reading = order(thingmagicCommand.continuous, [
  0,
  0,
  1,
  0x22,
  0,
  0,
  5,
  7,
  0x22,
  metadata,
  0,
  0x1b,
  3,
  0xe8,
  0,
  0x57,
]);

export const thingmagic: Protocol = {
  name: 'thingmagic',
  label: 'ThingMagic / Silion',
  bauds: [115_200],
  power: { least: 5, most: 30 },
  frameAt(buffer, at) {
    if (buffer[at] !== header) return -1;
    const data = buffer[at + 1] ?? 0;
    if (data > mostData) return -1;
    const length = data + 7;
    if (at + length > buffer.length) return 0;
    return thingmagicCrc(buffer.subarray(at + 1, at + length - 2)) === wordAt(buffer, at + length - 2) ? length : -1;
  },
  read(frame) {
    const command = frame[2] ?? 0;
    const status = wordAt(frame, 3);
    const data = frame.slice(5, frame.length - 2);
    if (command !== thingmagicCommand.stream) return { kind: 'reply', command, status, data };
    if (data.length > 0) return streamed(data);
    if (status === 0 || status === nothingThere) return { kind: 'alive' };
    return {
      kind: 'trouble',
      words: troubles[status] ?? `读写器报错 ${status.toString(16).toUpperCase().padStart(4, '0')}`,
    };
  },
  askVersion: order(thingmagicCommand.version),
  versionIn: (heard) => {
    const data = replyTo(heard, thingmagicCommand.version)?.data;
    return data && data.length >= 16
      ? `v${Array.from(data.subarray(12, 16), (part) => part.toString(16)).join('.')}`
      : null;
  },
  askPower: order(thingmagicCommand.power, [1]),
  powerIn: (heard) => {
    const data = replyTo(heard, thingmagicCommand.power)?.data;
    return data && data.length >= 3 ? wordAt(data, 1) / 100 : null;
  },
  setPower: (dbm) => order(thingmagicCommand.setPower, [(dbm * 100) >> 8, (dbm * 100) & 0xff]),
  askRegion: order(thingmagicCommand.region),
  regionIn: (heard) => {
    const code = replyTo(heard, thingmagicCommand.region)?.data[0];
    return code === undefined ? null : (regions[code] ?? `代码 ${code}`);
  },
  start: [
    order(thingmagicCommand.protocol, [0, 5]),
    order(thingmagicCommand.antennas, [2, 1, 1]),
    order(thingmagicCommand.filter, [1, 0x0c, 1]),
    reading,
  ],
  again: reading,
  byRounds: false,
  stop: order(thingmagicCommand.continuous, [0, 0, 2]),
};

/** Lengths of what is told of a tag, by the bit of its flag, the lowest first; 0x80 says its own. */
const lengths: Readonly<Record<number, number>> = {
  0x01: 1,
  0x02: 1,
  0x04: 1,
  0x08: 3,
  0x10: 4,
  0x20: 2,
  0x40: 1,
  0x100: 1,
  0x200: 1,
  0x400: 1,
  0x800: 1,
  0x1000: 2,
};

/** A record of the stream: a tag, or word of how reading goes. */
function streamed(data: Uint8Array): Heard {
  const at = data[0] === select ? 1 : 0;
  // Without metadata there is no telling what it is of.
  if (((data[at] ?? 0) & metadata) === 0) return { kind: 'alive' };
  const flags = wordAt(data, at + 3);
  if (data[at + 5] !== 1) return { kind: 'alive' };
  let place = at + 6;
  let [rssi, antenna]: [number | null, number | null] = [null, null];
  for (let flag = 1; flag <= 0x1000; flag <<= 1) {
    if ((flags & flag) === 0) continue;
    if (flag === 0x02) rssi = signed(data[place] ?? 0);
    if (flag === 0x04) antenna = (data[place] ?? 0) >> 4 || 16;
    place += flag === 0x80 ? 2 + Math.ceil((wordAt(data, place) & 0x7fff) / 8) : (lengths[flag] ?? 0);
  }
  return tagIn(data.subarray(place + 2, place + 2 + wordAt(data, place) / 8), { rssi, antenna });
}

/** PC, what extends it, EPC and the tag's own check. */
function tagIn(bytes: Uint8Array, told: { rssi: number | null; antenna: number | null }): Heard {
  const head = bytes[0] ?? 0;
  const extended = (head & 2) === 0 ? 0 : (bytes[2] ?? 0) & 0x80 ? 4 : 2;
  const epc = bytes.subarray(2 + extended, bytes.length - 2);
  if (bytes.length < 6 || airCrc(bytes.subarray(0, bytes.length - 2)) !== wordAt(bytes, bytes.length - 2))
    return { kind: 'misread' };
  return { kind: 'tag', tag: { epc: hexOf(epc), ...told } };
}

const troubles: Readonly<Record<number, string>> = {
  0x0405: '没有设置频段，请用厂家工具设置后再试',
  0x0503: '没有接天线',
  0x0504: '读写器过热，请停一会儿',
  0x0505: '天线没接好',
};
