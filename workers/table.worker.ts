import { expose } from 'comlink';
import { type TableFile, tableFile } from './table-file.ts';
import { type TableProblem, TableRefused } from './table-refused.ts';
import type { TableAsked, TableView } from './table-view.ts';
import { throttled } from './throttle.ts';

/** What becomes of a look. An error that crosses from a worker keeps its words alone, so that a refusal is a value. */
export type Looked = { readonly view: TableView | null } | { readonly problem: TableProblem };

let open: TableFile | null = null;

/** One CSV or XLSX file, looked at beside the page (design §7). */
const table = {
  open(file: Blob): void {
    open = tableFile(file);
  },
  async look(asked: TableAsked, onRows: (count: number) => void): Promise<Looked> {
    if (!open) throw new Error('no file is open');
    try {
      return { view: await open.look(asked, throttled(onRows)) };
    } catch (problem) {
      if (problem instanceof TableRefused) return { problem: problem.problem };
      throw problem;
    }
  },
};

export type TableWorker = typeof table;

expose(table);
