import { expect, it } from 'vitest';
import { EncodingWeigher, type TableEncoding } from './text-encoding.ts';

function weighed(...pieces: readonly (readonly number[])[]): TableEncoding {
  const weigher = new EncodingWeigher();
  for (const piece of pieces) weigher.take(Uint8Array.from(piece));
  return weigher.encoding;
}

// 棉外套 in UTF-8, 中文短袖 in GB18030.
const chinese = [0xe6, 0xa3, 0x89, 0xe5, 0xa4, 0x96, 0xe5, 0xa5, 0x97];
const old = [0xd6, 0xd0, 0xce, 0xc4, 0xb6, 0xcc, 0xd0, 0xe4];

it('one character that is cut does not make the others another encoding', () => {
  expect(weighed([0xe7, 0xba], chinese)).toBe('utf-8');
  expect(weighed(chinese, [0xe7])).toBe('utf-8');
  expect(weighed([0xef, 0xbb, 0xbf, 0x61, 0xd6, 0xd0, 0xd6, 0xd0, 0xd6, 0xd0])).toBe('utf-8');
});

it('letters with accents are no pairs', () => {
  expect(weighed([0x43, 0xe9, 0x64, 0xe9, 0x20])).toBe('utf-8');
});

it('pairs are what spreadsheets in China save, wherever the text is cut', () => {
  expect(weighed(old)).toBe('gb18030');
  expect(weighed([0x61, ...old.slice(0, 3)], old.slice(3), [0x2c])).toBe('gb18030');
});
