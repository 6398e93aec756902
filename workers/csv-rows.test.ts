import fc from 'fast-check';
import { writeCsv } from 'hucre/csv';
import { describe, expect, it } from 'vitest';
import { csvRows } from './csv-rows.ts';

function read(...pieces: readonly string[]): string[][] {
  const rows: string[][] = [];
  const reader = csvRows((row) => rows.push(row));
  for (const piece of pieces) reader.push(piece);
  reader.end();
  return rows;
}

describe('rows of a CSV text', () => {
  it('keep commas, quotes and line breaks inside quotes', () => {
    expect(read('a,"b,""c""\r\nd",e\r\n1,,3')).toEqual([
      ['a', 'b,"c"\r\nd', 'e'],
      ['1', '', '3'],
    ]);
  });

  it('are the same whatever breaks a line, and blank lines are none', () => {
    expect(read('a,b\n1,2\r3,4\r\n\r\n5,6')).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ]);
  });

  it('are parted by what parts the headings', () => {
    expect(read('a;b,c;d\n1;2;3')).toEqual([
      ['a', 'b,c', 'd'],
      ['1', '2', '3'],
    ]);
    expect(read('a\tb\n"x\ty"\t2')[1]).toEqual(['x\ty', '2']);
  });

  it('lose nothing behind a quote that is never closed, which is told', () => {
    const ended = (text: string) => {
      const reader = csvRows(() => undefined);
      reader.push(text);
      return reader.end();
    };
    expect(ended('a,b\n1,"2,3\n4')).toBe(true);
    expect(ended('a,b\n1,"2,3\n4"')).toBe(false);
    expect(read('a,b\n1,"2,3\n4')).toEqual([
      ['a', 'b'],
      ['1', '2,3\n4'],
    ]);
  });

  const cell = fc.stringMatching(/^[ab",\n\r\t;中]{0,5}$/);

  it('are those that were written, wherever the text is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 1, maxLength: 8 }),
        fc.array(fc.nat(200), { maxLength: 4 }),
        (rows, cuts) => {
          // A line of headings, so that the delimiter is told by more than chance.
          const given = [['h1', 'h2', 'h3'], ...rows];
          const text = writeCsv(given, { quoteStyle: 'all' });
          const places = [0, ...cuts.map((cut) => cut % text.length).sort((one, other) => one - other), text.length];
          const pieces = places.slice(1).map((end, at) => text.slice(places[at], end));
          expect(read(...pieces)).toEqual(given);
        },
      ),
    );
  });
});
