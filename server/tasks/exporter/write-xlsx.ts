import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '#contract/kit/errors.ts';
import type { TaskTools } from '../work.ts';
import { copyOut } from './copy-out.ts';
import { rowsOfCopy } from './rows-of-copy.ts';
import type { SeenSource } from './seen-source.ts';
import { selectOf } from './select-of.ts';
import { rowXml, sheetBegin, sheetEnd, sheetRows } from './sheet-xml.ts';
import { openWorkbook, sheetBytes } from './workbook.ts';

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Writes an export as a workbook while its rows come, a new sheet with the headings at each limit of a sheet. A text is a
 * text in its cell, whatever it begins with: no cell holds a formula. Figures are numbers. Answers how many rows. A sheet beyond
 * 4 GiB of XML is refused.
 */
export async function writeXlsx(tools: TaskTools, source: SeenSource, path: string): Promise<number> {
  const figures = source.columns.map(({ shape }) => shape === 'figure');
  const headings = rowXml(
    source.columns.map(({ heading }) => heading),
    [],
  );
  return await copyOut(tools, {
    select: selectOf(source, ({ value }) => value),
    format: 'text',
    into: async (rows) => {
      const workbook = openWorkbook(sheetName);
      const file = pipeline(workbook.bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }), {
        signal: tools.signal,
      });
      await Promise.all([file, addSheets(workbook, xmlRows(rows, figures), headings)]);
    },
  });
}

const sheetName = '导出';

async function addSheets(
  workbook: ReturnType<typeof openWorkbook>,
  rows: AsyncGenerator<string, void>,
  headings: string,
): Promise<void> {
  let next = await rows.next();
  do {
    await workbook.addSheet(
      (async function* sheet() {
        let xml = sheetBegin + headings;
        let bytes = 0;
        for (let count = 1; count < sheetRows && !next.done; count++) {
          xml += next.value;
          if (xml.length > piece) {
            bytes += Buffer.byteLength(xml);
            if (bytes > sheetBytes) throw new Refusal('tooLarge', '工作表超过 4GB，请改用 CSV 或缩小范围');
            yield xml;
            xml = '';
          }
          next = await rows.next();
        }
        yield xml + sheetEnd;
      })(),
    );
  } while (!next.done);
  workbook.end();
}

/** Letters of XML that are handed on at once. */
const piece = 1 << 16;

async function* xmlRows(rows: AsyncIterable<Uint8Array>, figures: readonly boolean[]): AsyncGenerator<string, void> {
  for await (const cells of rowsOfCopy(rows)) yield rowXml(cells, figures);
}
