import { sheetRecords } from '#server/sheets/sheet-records.ts';
import type { SheetSource } from '#server/sheets/sheet-source.ts';
import { rowXml, sheetRows } from '#server/tasks/exporter/sheet-xml.ts';
import { isRefusal, type Remark } from '../remark.ts';
import { wordsOf } from './remark-words.ts';

/** The sheet that was imported, which is read once more. */
export interface ReadAgain {
  readonly source: SheetSource;
  /** Its column of codes, counted from 0. */
  readonly code: number | undefined;
  /** Throws when the task is not wanted any more. */
  goOn(): void;
}

/** What stands behind the columns of the sheet; an import knows neither, and a sheet that has them already keeps one of each. */
const added = ['行号', '原因'] as const;

/** Letters of XML that one such sheet may have: what unpacks to more is no sheet that an import takes. */
const mostLetters = 268_435_456;

/** The rows of a sheet that an import did not take, as they stand in it: what was wrong is written behind them. */
export class RefusedRows {
  readonly #byRow = new Map<number, string>();
  readonly #byCode = new Map<string, string>();
  /** Rows that are beyond what a sheet holds. */
  left = 0;

  /** Takes a remark; answers whether it leads to rows of the sheet. */
  take(remark: Remark): boolean {
    if (!isRefusal(remark)) return false;
    const words = wordsOf(remark);
    if (remark.row !== undefined) add(this.#byRow, remark.row, words);
    else if (remark.code === '') return false;
    else for (const code of remark.codes ?? [remark.code]) add(this.#byCode, code, words);
    return true;
  }

  get some(): boolean {
    return this.#byRow.size + this.#byCode.size > 0;
  }

  /**
   * The rows as XML, the heading first. Cells that cannot be told apart into columns stand behind these: in them they could be
   * taken for something else when the file is imported again.
   */
  async *rows({ source, code, goOn }: ReadAgain): AsyncGenerator<string> {
    let heading: number | undefined;
    let width = 0;
    let rows = 0;
    let letters = 0;
    for await (const { row, cells, broken } of sheetRecords(source)) {
      if (heading === undefined) {
        heading = cells.length;
        width = added.every((name, at) => cells.at(at - added.length) === name) ? heading - added.length : heading;
        yield rowXml([...cells.slice(0, width), ...added], []);
        continue;
      }
      if (row % goOnEvery === 0) goOn();
      const words = this.#byRow.get(row) ?? this.#byCode.get((code === undefined ? '' : (cells[code] ?? '')).trim());
      if (words === undefined) continue;
      const told = [String(row), words];
      // A sheet that is our own file already has what stands behind its columns there.
      const whole = !broken && (cells.length === heading || (width < heading && cells.length > heading));
      const columns = whole ? cells.slice(0, width) : blanks(width);
      const xml = rowXml([...columns, ...told, ...(whole ? cells.slice(heading) : cells)], []);
      rows += 1;
      letters += xml.length;
      if (rows < sheetRows && letters < mostLetters) yield xml;
      else this.left += 1;
    }
  }
}

const goOnEvery = 1000;

const blanks = (count: number): string[] => Array.from({ length: count }, () => '');

function add<K>(to: Map<K, string>, key: K, words: string): void {
  const known = to.get(key);
  to.set(key, known === undefined ? words : `${known}；${words}`);
}
