import { writeCsv } from 'hucre/csv';
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { sheetOf, styledWorkbook } from '#tests/factories/workbook.ts';
import { tableFile } from './table-file.ts';
import { TableRefused } from './table-refused.ts';
import { zipList } from './zip-list.ts';

const quiet = () => undefined;
const headings = ['货号', '名称', '数量'];
const goods = Array.from({ length: 250 }, (_, at) => [`SKU${at}`, at % 2 === 0 ? '短袖' : '长裤', String(at)]);
const csv = (rows: string[][]) => new Blob(['\uFEFF', writeCsv(rows)]);

async function xlsx(...sheets: (string | number | Date)[][][]): Promise<Blob> {
  const bytes = await writeXlsx({ sheets: sheets.map((rows, at) => ({ name: `s${at}`, rows })) });
  return new Blob([bytes as Uint8Array<ArrayBuffer>]);
}

describe('a file', () => {
  it.each([
    ['CSV', async () => csv([headings, ...goods])],
    ['XLSX', () => xlsx([headings, ...goods])],
    // As exports are written: without looking back, so that sizes stand in the long form.
    ['streamed XLSX', () => new Response(writeXlsxStream([headings, ...goods], { name: 's' })).blob()],
  ])('of %s shows its first rows and counts them all', async (_kind, made) => {
    const view = await tableFile(await made()).look({ rows: 100 }, quiet);
    expect(view).toEqual({
      headings,
      rows: goods.slice(0, 100),
      rowCount: 250,
      columnCount: 3,
      matched: 250,
      unclosed: false,
    });
  });

  it('is searched whole, in one column or in all', async () => {
    const file = tableFile(csv([headings, ...goods]));
    const one = await file.look({ rows: 2, filter: { column: 1, text: '长裤' } }, quiet);
    expect(one).toMatchObject({ rows: [goods[1], goods[3]], rowCount: 250, matched: 125 });
    expect(await file.look({ rows: 9, filter: { column: 0, text: '长裤' } }, quiet)).toMatchObject({ matched: 0 });
    const any = await file.look({ rows: 9, filter: { column: null, text: 'sku24' } }, quiet);
    expect(any?.matched).toBe(11);
  });

  it('in GB18030 is read as what it says', async () => {
    // 货号,短袖
    const bytes = new Uint8Array([0xbb, 0xf5, 0xba, 0xc5, 0x2c, 0x31, 0x0a, 0xb6, 0xcc, 0xd0, 0xe4, 0x2c, 0x32]);
    const view = await tableFile(new Blob([bytes])).look({ rows: 9 }, quiet);
    expect(view).toMatchObject({ headings: ['货号', '1'], rows: [['短袖', '2']] });
  });

  it('in UTF-16 is read by its mark, parted by tabs as spreadsheets save it', async () => {
    const low = Buffer.from('\uFEFF货号\t数量\r\n短袖\t2', 'utf16le');
    for (const bytes of [low, Buffer.from(low).swap16()])
      expect(await tableFile(new Blob([new Uint8Array(bytes)])).look({ rows: 9 }, quiet)).toMatchObject({
        headings: ['货号', '数量'],
        rows: [['短袖', '2']],
      });
  });

  it('keeps a sign whole that stands on the edge between two pieces', async () => {
    const long = `${'a'.repeat(1_048_575)}中`;
    const view = await tableFile(new Blob([`名称\n${long}`])).look({ rows: 1 }, quiet);
    expect(view?.rows[0]?.[0]).toBe(long);
  });

  it('of several sheets is its first visible one: nobody asked for what stands behind it', async () => {
    const sheets = [
      { name: '隐藏', rows: [['X'], ['y']], hidden: true },
      { name: '订货', rows: [headings, ['S1', 'b', 12]] },
      { name: '上季库存', rows: [headings, ['S2', 'd', 500]] },
    ];
    const bytes = await writeXlsx({ sheets });
    const view = await tableFile(new Blob([bytes as Uint8Array<ArrayBuffer>])).look({ rows: 9 }, quiet);
    expect(view).toMatchObject({ headings, rows: [['S1', 'b', '12']], rowCount: 1 });
  });

  it('shows percents as percents, empty cells as empty and a failed formula by its word', async () => {
    const cells =
      '<c r="A2" t="s"/><c r="B2" t="e"><v>#N/A</v></c><c r="C2" s="1"><v>0.13</v></c><c r="D2" t="s"><v>0</v></c>';
    const sheet = sheetOf(`<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2">${cells}</row>`);
    const view = await tableFile(new Blob([new Uint8Array(styledWorkbook(sheet, ['货号']))])).look({ rows: 9 }, quiet);
    expect(view?.rows).toEqual([['', '#N/A', '13%', '货号']]);
  });

  it('tells each time that a quote is never closed', async () => {
    const file = tableFile(new Blob(['货号,数量\n"S1,1\nS2,2\n']));
    for (let look = 0; look < 2; look += 1)
      expect(await file.look({ rows: 9 }, quiet)).toMatchObject({ rowCount: 1, unclosed: true });
  });

  it('gives up a look that another overtakes', async () => {
    const file = tableFile(csv([headings, ...goods]));
    const [first, second] = await Promise.all([file.look({ rows: 1 }, quiet), file.look({ rows: 2 }, quiet)]);
    expect(first).toBeNull();
    expect(second?.rows).toHaveLength(2);
  });

  it.each([
    ['an old workbook', new Blob([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])])],
    ['UTF-16 without a mark', new Blob([new Uint8Array(Buffer.from('货号,数量\n短袖,2', 'utf16le'))])],
    ['a ZIP file that is cut', new Blob([new Uint8Array([0x50, 0x4b, 3, 4, 5, 6])])],
  ])('that is %s is refused', async (_what, blob) => {
    await expect(tableFile(blob).look({ rows: 1 }, quiet)).rejects.toEqual(new TableRefused('unreadable'));
  });

  it('that would unpack to gigabytes is refused before anything is unpacked', async () => {
    const bytes = new Uint8Array(await (await xlsx([headings])).arrayBuffer());
    const view = new DataView(bytes.buffer);
    // What the list says of the first entry's size.
    const list = view.getUint32(bytes.length - 22 + 16, true);
    view.setUint32(list + 24, 0xf0000000, true);
    const bomb = new Blob([bytes]);
    expect((await zipList(bomb))?.[0]?.size).toBe(0xf0000000);
    await expect(tableFile(bomb).look({ rows: 1 }, quiet)).rejects.toEqual(new TableRefused('tooLarge'));
  });
});
