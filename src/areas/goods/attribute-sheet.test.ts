import { describe, expect, it } from 'vitest';
import { attributeSheet, readAttributeSheet } from './attribute-sheet.ts';

const names = ['面料', '版型', '里料'];
const rowsOf = (sheet: string): string[][] =>
  sheet
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));

describe('a sheet of attributes', () => {
  it('is read as it was made, and asks for nothing that it leaves empty', () => {
    const sheet = attributeSheet(names, [
      { spu_no: 'P1', style_no: 'A-1', name: '卫衣', attributes: ['面料：棉、麻', '里料：=1+1'] },
      { spu_no: 'P2', style_no: 'A-2', name: '裙', attributes: [] },
    ]);
    expect(rowsOf(sheet)[1]?.at(-1)).toBe("'=1+1");
    expect(
      readAttributeSheet(
        names,
        rowsOf(sheet).map((row) => row.map((cell) => cell.replace(/^'/, ''))),
      ),
    ).toEqual({
      targets: [
        { row: 2, target: { key: 'P1', texts: { attributes: '…\n面料：棉、麻\n里料：=1+1' } } },
        { row: 3, target: { key: 'P2', texts: { attributes: '…' } } },
      ],
    });
  });

  it('takes an attribute away where it says so, and knows rows without a style', () => {
    const rows = [
      ['货号/款号', '版型'],
      ['A-1', '清空'],
      ['', '宽松'],
      ['', ''],
    ];
    expect(readAttributeSheet(names, rows)).toEqual({
      targets: [
        { row: 2, target: { key: 'A-1', texts: { attributes: '…\n版型：' } } },
        { row: 3, target: null },
      ],
    });
  });

  it.each([
    ['without a style', [['版型'], ['宽松']], '缺少'],
    ['without an attribute', [['货号/款号'], ['A-1']], '没有该分类的属性列'],
    [
      'with an attribute of another category',
      [
        ['货号/款号', '版型', '鞋跟'],
        ['A-1', '', '平跟'],
      ],
      '“鞋跟”不是',
    ],
  ])('is refused %s', (_what, rows, words) => {
    expect(readAttributeSheet(names, rows)).toMatchObject({ words: expect.stringContaining(words) as unknown });
  });
});
