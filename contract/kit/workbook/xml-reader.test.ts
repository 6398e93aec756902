import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { XmlBroken, xmlReader } from './xml-reader.ts';

function heard(...pieces: readonly string[]): string[] {
  const all: string[] = [];
  const reader = xmlReader({
    open: (name, attributes) => all.push(`<${name} ${attributes('r') ?? '-'}>`),
    text: (text) => all.push(text),
    close: (name) => all.push(`</${name}>`),
  });
  for (const piece of pieces) reader.push(piece);
  reader.end();
  return all;
}

describe('is refused', () => {
  it.each(['<a', '<a r="', '<a><!-- never', '<![CDATA[ x'])('a text that ends inside a mark: %s', (text) => {
    expect(() => heard(text)).toThrow(XmlBroken);
  });

  it('what has no mark for megabytes', () => {
    expect(() => heard('x'.repeat(4_194_305))).toThrow(XmlBroken);
  });
});

const text =
  '\uFEFF<?xml version="1.0"?><x:a r="1 &gt; &quot;0&#x4E2D;&quot;"><!-- <b> --><c r=\'/>\'/>&lt;一&#65;<![CDATA[<&amp;]]></x:a>';

it('names, attributes, texts and what stands for signs', () => {
  expect(heard(text).slice(1)).toEqual(['<a 1 > "0中">', '<c />>', '</c>', '<一A', '<&amp;', '</a>']);
});

it('is the same wherever the text is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 6 }), (cuts) => {
      const places = [0, ...cuts.sort((one, other) => one - other), text.length];
      expect(heard(...places.slice(1).map((end, at) => text.slice(places[at], end)))).toEqual(heard(text));
    }),
  );
});
