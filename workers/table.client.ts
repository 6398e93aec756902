import { proxy } from 'comlink';
import { createJobWorker } from './job-worker.ts';
import type { Looked, TableWorker } from './table.worker.ts';
import type { TableAsked } from './table-view.ts';

/** A downloaded file that can be looked into. */
export interface OpenTable {
  /**
   * Looks through the whole file; `onRows` hears at most ten times a second how many rows are read. A look that another
   * has overtaken answers `{ view: null }`. Rejects with WorkerFailed when the worker breaks down or the file is closed.
   */
  look(asked: TableAsked, onRows: (count: number) => void): Promise<Looked>;
  /** Lets the worker go, and with it all that is read. */
  close(): void;
}

/** Opens a CSV or XLSX file in a worker of its own, which starts with the first look. */
export function openTable(file: Blob): OpenTable {
  const worker = createJobWorker<TableWorker>(
    () => new Worker(new URL('./table.worker.ts', import.meta.url), { type: 'module', name: 'table' }),
    Number.POSITIVE_INFINITY,
  );
  let opened: Promise<void> | null = null;
  return {
    look: (asked, onRows) =>
      worker.run(async (remote) => {
        opened ??= remote.open(file);
        await opened;
        return remote.look(asked, proxy(onRows));
      }),
    close: () => worker.end(),
  };
}
