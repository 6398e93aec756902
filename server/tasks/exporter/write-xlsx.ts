import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { writeXlsxStream } from 'hucre/xlsx';
import { Refusal } from '#contract/kit/errors.ts';
import type { TaskTools } from '../work.ts';
import { copyOut } from './copy-out.ts';
import { rowsOfCopy } from './rows-of-copy.ts';
import type { SeenSource } from './seen-source.ts';
import { selectOf } from './select-of.ts';

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Writes an export as a workbook while its rows come, a new sheet with the headings at each limit of a sheet. A text is a
 * text in its cell, whatever it begins with: no cell holds a formula. Figures are numbers. Answers how many rows. Without
 * ZIP64, which LibreOffice 7.4 cannot open: a sheet beyond 4 GiB of XML is refused.
 */
export async function writeXlsx(tools: TaskTools, source: SeenSource, path: string): Promise<number> {
  const figures = source.columns.map(({ shape }) => shape === 'figure');
  return await copyOut(tools, {
    select: selectOf(source, ({ value }) => value),
    format: 'text',
    into: async (rows) => {
      const sheet = writeXlsxStream(cellsOf(rows, figures), {
        name: sheetName,
        columns: source.columns.map(({ heading }) => ({ header: heading })),
      });
      const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      await pipeline(Readable.fromWeb(sheet as ReadableStream<Uint8Array>), file, { signal: tools.signal }).catch(
        inWords,
      );
    },
  });
}

const sheetName = '导出';

// The library has this error for a part that outgrows its archive, and for nothing else that a row can bring about.
function inWords(error: unknown): never {
  if (error instanceof Error && error.name === 'ZipError')
    throw new Refusal('tooLarge', '工作表超过 4GB，请改用 CSV 或缩小范围');
  throw error;
}

async function* cellsOf(
  rows: AsyncIterable<Uint8Array>,
  figures: readonly boolean[],
): AsyncGenerator<(string | number | null)[]> {
  for await (const cells of rowsOfCopy(rows))
    yield cells.map((cell, column) => (cell !== null && figures[column] ? figureOf(cell) : cell));
}

// A number that JavaScript would round stays what it is, as text.
function figureOf(text: string): number | string {
  const number = Number(text);
  return Number.isFinite(number) && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : text;
}
