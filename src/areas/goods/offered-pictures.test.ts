import { describe, expect, it } from 'vitest';
import type { MatchedFile } from '#contract/areas/goods/pictures.ts';
import { isTaken, type OfferedPicture, ordersOfPictures, withoutTwins } from './offered-pictures.ts';

const [one, two] = ['1'.repeat(32), '2'.repeat(32)];

const matched = (more: Partial<MatchedFile> = {}): MatchedFile => ({
  spu_id: 7,
  version: 3,
  style_no: 'A',
  title: '卫衣',
  color_value_id: null,
  color: null,
  position: null,
  there: false,
  placed: false,
  words: null,
  ...more,
});
const offered = (id: number, name: string, picture: string, match: MatchedFile): OfferedPicture => ({
  id,
  name,
  picture,
  match,
  there: true,
  words: match.words,
  file: async () => new File([], name),
});

describe('files of pictures', () => {
  it('become one row for each style, by colour and place, and leave the pictures that are there', () => {
    const list = [
      offered(1, 'A_红_2.jpg', two, matched({ color_value_id: 9, position: 2 })),
      offered(2, 'A_红_1.jpg', one, matched({ color_value_id: 9, position: 1 })),
      offered(3, 'A.jpg', two, matched()),
    ];
    expect(ordersOfPictures(list)).toEqual([
      {
        id: 7,
        version: 3,
        fields: { pictures: ['…', `${two}/0/A.jpg`, `${one}/9/A_红_1.jpg`, `${two}/9/A_红_2.jpg`] },
      },
    ]);
  });

  it('are left out where they are not there, are on the style already, or come twice', () => {
    const list = withoutTwins([
      offered(1, 'A_1.jpg', one, matched()),
      offered(2, 'A_2.jpg', one, matched()),
      offered(3, 'A_3.jpg', two, matched({ placed: true })),
      offered(4, 'B.jpg', two, matched({ spu_id: null, words: '找不到货号“B”' })),
    ]);
    expect(list.map(isTaken)).toEqual([true, false, false, false]);
    expect(list[1]?.words).toBe('与“A_1.jpg”是同一张图片');
    expect(ordersOfPictures([{ ...offered(1, 'A.jpg', one, matched()), there: false }])).toEqual([]);
  });
});
