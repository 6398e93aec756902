import { describe, expect, it } from 'vitest';
import { a0, a0Frame } from './a0.ts';
import { bytesOf, hexOf } from './bytes.ts';
import { createFraming } from './framing.ts';
import { m100, m100Frame, r200 } from './m100.ts';
import type { Heard, Protocol } from './protocol.ts';
import { thingmagic, thingmagicOrder } from './thingmagic.ts';

// The rest of the frames that were captured or stand in manuals (reference rfid §1.1–1.3), also of commands that are never sent from here: the
// bytes of a family are the same for all of them. `frames.test.ts` has those that the product lives by.

/** The frames of a text, one behind another. */
const listed = (text: string): string[] =>
  text
    .split(/[·\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

const rebuilt: Readonly<Record<string, (frame: Uint8Array) => Uint8Array>> = {
  thingmagic: (frame) => thingmagicOrder(frame[2] ?? 0, frame.slice(3, -2)),
  m100: (frame) => ofMarks([0xbb, 0x7e], frame),
  r200: (frame) => ofMarks([0xaa, 0xdd], frame),
  a0: (frame) => a0Frame(frame[2] ?? 0, frame[3] ?? 0, frame.slice(4, -1)),
};
const ofMarks = (marks: readonly [number, number], frame: Uint8Array): Uint8Array =>
  m100Frame(marks, { type: frame[1] ?? 0, command: frame[2] ?? 0, data: frame.slice(5, -2) });

const orders: Readonly<Record<string, string>> = {
  thingmagic: `
    FF 00 03 1D 0C · FF 00 0C 1D 03 · FF 00 04 1D 0B · FF 01 97 01 4B BC · FF 01 97 08 4B B5 · FF 01 97 06 4B BB · FF 01 97 0D 4B B0
    FF 00 67 1D 68 · FF 02 93 00 05 51 7D · FF 03 91 02 01 01 42 C5 · FF 02 92 07 D0 46 89 · FF 01 62 01 BE BC
    FF 03 9A 01 0C 00 A3 5D · FF 03 9A 01 0C 01 A3 5C · FF 03 2F 00 00 02 5E 86 · FF 02 21 03 E8 D5 09
    FF 10 2F 00 00 01 22 00 00 05 07 22 10 00 1B 03 E8 01 FF DD 2B
    FF 10 2F 00 00 01 22 00 00 05 07 22 10 00 1B 03 E8 00 57 DC 83
    FF 15 2F 00 00 01 22 00 00 05 0C 22 88 10 05 1B 03 E8 00 C8 00 57 01 00 C9 DA
    FF 05 22 00 00 13 01 F4 2B 19 · FF 03 29 00 57 00 A3 22 · FF 00 2A 1D 25
    FF 0B 28 03 E8 10 00 00 02 00 00 00 00 06 18 8C · FF 04 06 00 0E 10 00 87 8F`,
  m100: `
    BB 00 03 00 01 00 04 7E · BB 00 03 00 01 01 05 7E · BB 00 03 00 01 02 06 7E · BB 00 22 00 00 22 7E
    BB 00 27 00 03 22 FF FF 4A 7E · BB 00 28 00 00 28 7E · BB 01 28 00 01 00 2A 7E
    BB 00 B6 00 02 07 D0 8F 7E · BB 00 B7 00 00 B7 7E · BB 01 B6 00 01 00 B8 7E · BB 01 B7 00 02 07 D0 91 7E
    BB 00 07 00 01 03 0B 7E · BB 00 07 00 01 01 09 7E · BB 01 07 00 01 00 09 7E · BB 00 AD 00 01 FF AD 7E
    BB 01 AD 00 01 00 AF 7E · BB 01 0C 00 01 00 0E 7E · BB 00 12 00 01 01 14 7E · BB 00 0D 00 00 0D 7E
    BB 00 39 00 09 00 00 00 00 02 00 00 00 06 4A 7E`,
  r200: `
    AA 00 03 00 01 00 04 DD · AA 00 27 00 03 22 FF FF 4A DD · AA 00 28 00 00 28 DD · AA 00 B6 00 02 0A 28 EA DD
    AA 00 AA 00 00 AA DD`,
  a0: `
    A0 03 01 72 EA · A0 03 FF 72 EC · A0 04 01 74 00 E7 · A0 03 01 75 E7 · A0 04 01 74 10 D7 · A0 04 01 76 1E C7
    A0 04 01 66 1A DB · A0 03 01 77 E5 · A0 03 01 79 E3 · A0 03 01 7B E1 · A0 03 01 70 EC · A0 04 01 89 01 D1
    A0 04 01 89 FF D3 · A0 06 01 8B 01 00 01 CC · A0 0D 01 8A 00 01 01 01 02 01 03 01 00 01 BD
    A0 0A 01 81 02 00 06 00 00 00 00 CC · A0 04 01 85 10 C6 · A0 04 01 80 01 DA`,
};

describe.each(Object.entries(orders))('%s', (family, text) => {
  it.each(listed(text))('%s is built of what it says', (hex) => {
    const frame = bytesOf(hex);
    expect(hexOf(rebuilt[family]?.(frame) ?? new Uint8Array())).toBe(hexOf(frame));
  });
});

const tag = (epc: string, rssi: number, antenna: number | null = null): Heard => ({
  kind: 'tag',
  tag: { epc, rssi, antenna },
});
const reply = (command: number) => expect.objectContaining({ kind: 'reply', command }) as Heard;
const trouble = (words: string): Heard => ({ kind: 'trouble', words });

const answers: readonly [Protocol, string, Heard][] = [
  [thingmagic, 'FF 14 03 00 00 23 01 06 00 38 00 02 01 20 24 09 13 02 01 06 08 00 00 00 10 CB 65', reply(0x03)],
  [thingmagic, 'FF 00 97 00 00 77 9E', reply(0x97)],
  [thingmagic, 'FF 00 93 00 00 37 1A', reply(0x93)],
  [thingmagic, 'FF 00 92 00 00 27 3B', reply(0x92)],
  [thingmagic, 'FF 0E 21 00 00 E2 00 32 2F E2 0D F9 31 13 28 B7 E3 D1 00 AA D0', reply(0x21)],
  [thingmagic, 'FF 00 21 04 00 B4 83', reply(0x21)],
  [thingmagic, 'FF 00 22 05 05 85 E5', trouble('天线没接好')],
  [
    thingmagic,
    'FF 38 29 00 00 00 57 00 02 2B C6 11 00 00 00 09 05 00 80 34 00 E2 00 47 04 57 60 64 26 E3 01 01 0E C4 BB 2F CC 11 00 00 00 0E 05 00 80 30 00 E2 00 42 0E 8C 50 60 17 04 4E 79 49 50 A7 8F 20',
    reply(0x29),
  ],
  [r200, 'AA 01 03 00 08 01 56 38 2E 32 36 2E 30 8F DD', reply(0x03)],
  [m100, 'BB 01 FF 00 10 16 0E 34 00 30 75 1F EB 70 5C 59 04 E3 D5 0D 70 75 7E', trouble('标签的访问密码不对')],
  [a0, 'A0 13 01 89 D4 30 00 E2 00 40 74 85 0A 01 03 16 90 67 DD 2F 7D', tag('E2004074850A0103169067DD', -83, 1)],
  [a0, 'A0 0A 01 89 00 00 11 00 00 00 05 B6', { kind: 'round_over' }],
  [a0, 'A0 13 01 8B 10 30 00 30 09 66 37 81 DB 02 97 48 76 FC 6A 67 2B', tag('3009663781DB02974876FC6A', -26, 1)],
  [a0, 'A0 0A 01 8B 00 00 19 00 00 00 01 B0', { kind: 'round_over' }],
  [
    a0,
    'A0 21 01 81 00 01 18 30 00 30 39 60 62 C3 95 0D 40 00 11 B8 97 CD 0B E2 80 68 90 20 00 50 01 08 0B 01 8D',
    reply(0x81),
  ],
  [a0, 'A0 05 01 8A 01 22 AD', reply(0x8a)],
  [a0, 'A0 05 01 8A 02 22 AC', reply(0x8a)],
  [a0, 'A0 05 01 8A 03 22 AB', reply(0x8a)],
];

describe('what was heard', () => {
  it.each(answers)('%# %s', (protocol, hex, expected) => {
    expect(createFraming(protocol).push(bytesOf(hex))).toEqual([expected]);
  });

  it.each(answers)('%# %s in single bytes, with the end of another before it', (protocol, hex, expected) => {
    const framing = createFraming(protocol);
    const heard = Array.from(bytesOf(`00 DD 7E ${hex}`)).flatMap((byte) => framing.push(Uint8Array.of(byte)));
    expect(heard).toEqual([expected]);
    expect(framing.passedOver).toBe(3);
  });

  it.each(answers)('%# %s with one bit turned it is never the same', (protocol, hex, expected) => {
    const whole = bytesOf(hex);
    for (let bit = 0; bit < whole.length * 8; bit += 1) {
      const turned = whole.slice();
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const framing = createFraming(protocol);
      expect([...framing.push(turned), ...framing.quiet()], `bit ${bit}`).not.toContainEqual(expected);
    }
  });

  it('names of what is inside', () => {
    const of = (protocol: Protocol, hex: string) => {
      const [heard] = createFraming(protocol).push(bytesOf(hex));
      return heard && protocol.versionIn(heard);
    };
    expect(of(thingmagic, answers[0]?.[1] ?? '')).toBe('v2.1.6.8');
    expect(of(r200, 'AA 01 03 00 08 01 56 38 2E 32 36 2E 30 8F DD')).toBe('V8.26.0');
  });
});

it.each<[Protocol, string]>([
  [thingmagic, 'FF 01 97 02 4B BE'],
  [a0, 'A0 04 01 89 01 71'],
  [a0, 'A0 0A 01 89 00 00 1D 00 00 00 01 BC'],
  [a0, 'A0 13 01 8A 0C 30 00 54 30 30 38 30 39 30 30 32 37 D8 DB 30 8D'],
])('%# %s misprints are no frames', (protocol, hex) => {
  const framing = createFraming(protocol);
  expect([...framing.push(bytesOf(hex)), ...framing.quiet()]).toEqual([]);
});
