import type { ImportForm, Mapping } from '#contract/areas/tasks/import-columns.ts';
import { SheetError } from '#server/sheets/sheet-error.ts';
import { sheetRecords } from '#server/sheets/sheet-records.ts';
import type { SheetSource } from '#server/sheets/sheet-source.ts';
import { type Heading, type Problem, type RetailRow, readHeading, readRow } from './retail-row.ts';

/** How a sheet is read: for which import, by which columns, and which time stands where it has none (`YYYY-MM-DD HH:mm:ss`). */
export interface TableOrder {
  readonly form: ImportForm;
  /** The person's choice of columns; without it the heading is believed. */
  readonly mapping: Mapping | undefined;
  readonly now: string;
}

/** The rows of a sheet, good and bad, in their order. Throws a SheetError for a file that is no sheet or lacks columns. */
export async function* sheetRows(source: SheetSource, order: TableOrder): AsyncGenerator<RetailRow | Problem> {
  let heading: Heading | undefined;
  for await (const record of sheetRecords(source)) {
    if (!heading) {
      const read = readHeading(record, order);
      if ('missing' in read) {
        const names = read.missing.join(', ');
        throw new SheetError({ en: `the heading lacks ${names}`, zh: `表头缺少必需的列：${names}` });
      }
      heading = read;
    } else if (record.cells.length !== 1 || record.cells[0] !== '' || record.broken) yield readRow(record, heading);
  }
  if (!heading) throw new SheetError({ en: 'the file is empty', zh: '文件是空的' });
}
