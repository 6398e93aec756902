import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { quoted } from '#server/kit/csv-file.ts';
import { unarmedSql } from '#server/kit/formula-guard.ts';
import type { TaskTools } from '../work.ts';
import { copyOut } from './copy-out.ts';
import type { SeenSource } from './seen-source.ts';
import { selectOf } from './select-of.ts';

/** Bytes that may wait for the disk while more rows come. */
const ahead = 1 << 20;

export const csvType = 'text/csv; charset=utf-8';

/**
 * Writes an export as CSV: UTF-8 with a mark, so that spreadsheets read Chinese; headings, then the rows as PostgreSQL wrote
 * them, untouched. Texts that a spreadsheet would run are disarmed by the statement itself. Answers how many rows.
 */
export async function writeCsv(tools: TaskTools, source: SeenSource, path: string): Promise<number> {
  const headings = source.columns.map(({ heading }) => quoted(heading)).join(',');
  await writeFile(path, `\uFEFF${headings}\n`, { flag: 'wx', mode: 0o600 });
  return await copyOut(tools, {
    select: selectOf(source, ({ value, shape }) => (shape === 'text' ? unarmedSql(value) : value)),
    format: 'csv',
    into: async (rows: Readable) => {
      await pipeline(rows, createWriteStream(path, { flags: 'a', highWaterMark: ahead }), { signal: tools.signal });
    },
  });
}
