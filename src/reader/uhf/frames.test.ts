import { describe, expect, it } from 'vitest';
import { a0 } from './a0.ts';
import { bytesOf, hexOf, joined } from './bytes.ts';
import { createFraming } from './framing.ts';
import { m100, r200 } from './m100.ts';
import type { Heard, Protocol } from './protocol.ts';
import { thingmagic, thingmagicCrc, thingmagicOrder } from './thingmagic.ts';

// Frames that were captured from hardware or stand in manuals, their sums computed again (reference rfid §1).

const framesOf = (protocol: Protocol, hex: string): Heard[] => createFraming(protocol).push(bytesOf(hex));
const spoken = (hex: string): string => hexOf(bytesOf(hex));

describe('orders are those of the manuals', () => {
  it.each<[string, Uint8Array | undefined, string]>([
    ['ThingMagic version', thingmagic.askVersion.bytes, 'FF 00 03 1D 0C'],
    ['ThingMagic region', thingmagic.askRegion.bytes, 'FF 00 67 1D 68'],
    ['ThingMagic power', thingmagic.askPower.bytes, 'FF 01 62 01 BE BC'],
    ['ThingMagic 20 dBm', thingmagic.setPower(20).bytes, 'FF 02 92 07 D0 46 89'],
    ['ThingMagic Gen2', thingmagic.start[0]?.bytes, 'FF 02 93 00 05 51 7D'],
    ['ThingMagic antenna', thingmagic.start[1]?.bytes, 'FF 03 91 02 01 01 42 C5'],
    ['ThingMagic each tag once', thingmagic.start[2]?.bytes, 'FF 03 9A 01 0C 01 A3 5C'],
    [
      'ThingMagic reading',
      thingmagic.start[3]?.bytes,
      'FF 10 2F 00 00 01 22 00 00 05 07 22 10 00 1B 03 E8 00 57 DC 83',
    ],
    ['ThingMagic stop', thingmagic.stop?.bytes, 'FF 03 2F 00 00 02 5E 86'],
    ['M100 version', m100.askVersion.bytes, 'BB 00 03 00 01 00 04 7E'],
    ['M100 rounds', m100.again.bytes, 'BB 00 27 00 03 22 FF FF 4A 7E'],
    ['M100 stop', m100.stop?.bytes, 'BB 00 28 00 00 28 7E'],
    ['M100 20 dBm', m100.setPower(20).bytes, 'BB 00 B6 00 02 07 D0 8F 7E'],
    ['M100 power', m100.askPower.bytes, 'BB 00 B7 00 00 B7 7E'],
    ['R200 rounds', r200.again.bytes, 'AA 00 27 00 03 22 FF FF 4A DD'],
    ['R200 26 dBm', r200.setPower(26).bytes, 'AA 00 B6 00 02 0A 28 EA DD'],
    ['A0 version', a0.askVersion.bytes, 'A0 03 FF 72 EC'],
  ])('%s', (_what, bytes, hex) => {
    expect(bytes && hexOf(bytes)).toBe(spoken(hex));
  });

  it('the session round of an A0 is its frame at any address', () => {
    const round = a0.again.bytes;
    expect(a0.frameAt(round, 0)).toBe(round.length);
    expect(hexOf(round)).toContain('8B010001');
  });

  it('the sum of ThingMagic is none that has a name', () => {
    expect(thingmagicCrc(bytesOf('00 03'))).toBe(0x1d0c);
  });
});

const tag = (epc: string, rssi: number, antenna: number | null = null): Heard => ({
  kind: 'tag',
  tag: { epc, rssi, antenna },
});

describe('frames say what they said on the wire', () => {
  it.each<[Protocol, string, Heard | 'reply' | 'alive']>([
    [
      m100,
      'BB 02 22 00 11 C9 34 00 30 75 1F EB 70 5C 59 04 E3 D5 0D 70 3A 76 EF 7E',
      tag('30751FEB705C5904E3D50D70', -55),
    ],
    [
      m100,
      'BB 02 22 00 11 D5 30 00 E2 00 10 71 00 00 52 9B 09 40 B4 02 EB 98 0C 7E',
      tag('E20010710000529B0940B402', -43),
    ],
    [
      m100,
      'BB 02 22 00 11 C8 34 00 E2 00 10 71 00 00 52 9B 09 40 B4 02 16 3D D3 7E',
      tag('E20010710000529B0940B402', -56),
    ],
    [
      r200,
      'AA 02 22 00 11 C7 30 00 E2 80 68 90 00 00 50 0E 88 C6 A4 A7 11 9B 29 DD',
      tag('E28068900000500E88C6A4A7', -57),
    ],
    [r200, 'AA 01 FF 00 01 15 16 DD', 'alive'],
    [m100, 'BB 01 FF 00 01 15 16 7E', 'alive'],
    [m100, 'BB 01 39 00 13 0E 34 00 30 75 1F EB 70 5C 59 04 E3 D5 0D 70 12 34 56 78 B0 7E', 'reply'],
    [a0, 'A0 13 01 89 04 30 00 E2 00 30 16 66 13 01 21 15 50 74 EF 45 BF', tag('E200301666130121155074EF', -61, 1)],
    [a0, 'A0 13 01 89 74 30 00 E2 00 40 74 85 0A 01 03 16 30 70 E1 36 29', tag('E2004074850A0103163070E1', -76, 1)],
    [a0, 'A0 13 01 89 8C 30 00 30 08 33 B2 DD D9 01 40 00 00 00 01 37 BB', tag('300833B2DDD9014000000001', -75, 1)],
    [
      thingmagic,
      'FF 28 22 00 00 10 00 1B 01 FF 01 01 C4 11 0E 16 40 00 00 01 27 00 00 05 00 00 0F 00 80 30 00 00 00 00 00 00 00 00 00 00 00 15 45 E9 4A 56 1D',
      tag('000000000000000000001545', -60, 1),
    ],
    [thingmagic, 'FF 00 22 04 00 84 E0', 'alive'],
    [thingmagic, 'FF 00 2F 00 00 51 4D', 'reply'],
  ])('%# %s', (protocol, hex, expected) => {
    const heard = framesOf(protocol, hex);
    expect(heard).toHaveLength(1);
    if (typeof expected === 'string') expect(heard[0]?.kind).toBe(expected);
    else expect(heard[0]).toEqual(expected);
  });

  it('versions, power and trouble', () => {
    const [m5e] = framesOf(
      thingmagic,
      'FF 14 03 00 00 07 10 23 00 01 00 00 03 20 14 10 07 01 07 02 09 00 00 00 10 5B D1',
    );
    expect(m5e && thingmagic.versionIn(m5e)).toBe('v1.7.2.9');
    const [power] = framesOf(thingmagic, 'FF 07 62 00 00 01 08 FC 08 FC 03 E8 7A C9');
    expect(power && thingmagic.powerIn(power)).toBe(23);
    const [name] = framesOf(r200, 'AA 01 03 00 0F 00 55 48 46 20 32 36 64 42 6D 20 56 31 2E 31 97 DD');
    expect(name && r200.versionIn(name)).toBe('UHF 26dBm V1.1');
    const [version] = framesOf(a0, 'A0 05 01 72 01 09 DE');
    expect(version && a0.versionIn(version)).toBe('v1.9');
    expect(framesOf(thingmagic, 'FF 00 22 05 04 85 E4')[0]).toEqual({
      kind: 'trouble',
      words: '读写器过热，请停一会儿',
    });
    expect(framesOf(m100, 'BB 01 FF 00 10 16 0E 34 00 30 75 1F EB 70 5C 59 04 E3 D5 0D 70 75 7E')[0]?.kind).toBe(
      'trouble',
    );
  });
});

describe('what is no frame', () => {
  it.each<[Protocol, string]>([
    [thingmagic, 'FF 07 62 00 00 01 0B B8 0B B8 01 F4 1F B7'],
    [m100, 'BB 01 FF 00 01 10 0A 7E'],
    [m100, 'BB 01 03 00 10 00 4D 31 30 30 20 32 36 64 42 6D 20 56 31 2E 30 22 7E'],
    [m100, 'BB 00 0D 00 0D 7E'],
    [a0, 'A0 05 01 72 01 09 DF'],
  ])('%# misprints of manuals', (protocol, hex) => {
    const framing = createFraming(protocol);
    expect([...framing.push(bytesOf(hex)), ...framing.quiet()]).toEqual([]);
  });

  it('a tag whose own check is wrong is a misread, though its frame is whole', () => {
    // One bit of the EPC turned and the sum of the frame made right again.
    const heard = framesOf(m100, 'BB 02 22 00 11 C9 34 00 30 75 1F EB 70 5C 59 04 E3 D5 0D 71 3A 76 F0 7E');
    expect(heard).toEqual([{ kind: 'misread' }]);
  });
});

// EPCs with the headers and ends of all families in them.
const hostile = ['BBAADD7EA0FF7EBBAADD00FF', 'FF01FFA0A0BB7EDD7EBB02FF', 'AA02220011C73000E2806890'];

describe.each<[string, Protocol, (epc: string) => Uint8Array]>([
  ['M100', m100, (epc) => m100Tag(0xbb, 0x7e, epc)],
  ['R200', r200, (epc) => m100Tag(0xaa, 0xdd, epc)],
  ['ThingMagic', thingmagic, thingmagicTag],
])('%s', (_name, protocol, frame) => {
  const frames = hostile.map(frame);
  const epcs = (heard: readonly Heard[]) => heard.flatMap((one) => (one.kind === 'tag' ? [one.tag.epc] : []));

  it('is read however it is cut', () => {
    const whole = joined(...frames);
    for (let cut = 1; cut < whole.length; cut += 1) {
      const framing = createFraming(protocol);
      expect(epcs([...framing.push(whole.slice(0, cut)), ...framing.push(whole.slice(cut))])).toEqual(hostile);
    }
    const single = createFraming(protocol);
    expect(epcs(Array.from(whole).flatMap((byte) => single.push(Uint8Array.of(byte))))).toEqual(hostile);
  });

  it('is read behind junk, and one lost byte loses one frame', () => {
    const junk = bytesOf('BB AA FF A0 02 22 7E DD');
    const noisy = createFraming(protocol);
    expect(epcs([...noisy.push(joined(...frames.flatMap((one) => [junk, one]))), ...noisy.quiet()])).toEqual(hostile);
    const [first, second, third] = frames as [Uint8Array, Uint8Array, Uint8Array];
    const short = createFraming(protocol);
    const heard = [...short.push(joined(first, second.subarray(0, 7), second.subarray(8), third)), ...short.quiet()];
    expect(epcs(heard)).toEqual([hostile[0], hostile[2]]);
  });
});

function air(epc: string): Uint8Array {
  const front = joined([0x30, 0], bytesOf(epc));
  let crc = 0xffff;
  for (const byte of front)
    for (let bit = 7; bit >= 0; bit -= 1) {
      const out = ((crc >> 15) ^ (byte >> bit)) & 1;
      crc = ((crc << 1) & 0xffff) ^ (out ? 0x1021 : 0);
    }
  crc ^= 0xffff;
  return joined(front, [crc >> 8, crc & 0xff]);
}

function m100Tag(header: number, end: number, epc: string): Uint8Array {
  const inside = joined([2, 0x22, 0, 17, 0xc9], air(epc));
  return joined([header], inside, [inside.reduce((sum, byte) => sum + byte, 0) & 0xff, end]);
}

function thingmagicTag(epc: string): Uint8Array {
  const data = joined(bytesOf('10 00 1B 00 57 01 01 C4 11 00 00 01 27 05 00 80'), air(epc));
  // Both kinds of frame have the same sum; a reply has a status behind its command.
  const order = thingmagicOrder(0x22, joined([0, 0], data));
  const inside = joined([data.length, 0x22, 0, 0], data);
  const crc = thingmagicCrc(inside);
  expect(order.length).toBe(inside.length + 3);
  return joined([0xff], inside, [crc >> 8, crc & 0xff]);
}
