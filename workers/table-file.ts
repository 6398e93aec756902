import { tableRows } from './table-rows.ts';
import { type TableAsked, type TableView, viewing } from './table-view.ts';

/** A file looked at several times. */
export interface TableFile {
  /**
   * Looks through the whole file. `onRows` hears how many rows are read. Null when another look was asked for meanwhile:
   * this one is given up. Throws TableRefused.
   */
  look(asked: TableAsked, onRows: (count: number) => void): Promise<TableView | null>;
}

/** A file whose rows are kept after the first look if they are few, and read again each time if they are many. */
export function tableFile(file: Blob): TableFile {
  let latest = 0;
  let kept: (readonly string[])[] | null = null;
  let unclosed = false;

  return {
    async look(asked, onRows) {
      latest += 1;
      const mine = latest;
      const seen = viewing(asked);
      if (kept) {
        for (const row of kept) seen.take(row);
        return { ...seen.view(), unclosed };
      }
      const keeping = keeper();
      let count = 0;
      const read = await tableRows(file, (row) => {
        seen.take(row);
        keeping.take(row);
        count += 1;
        if (count % rowsBetween === 0) onRows(count);
        return mine === latest;
      });
      if (mine !== latest) return null;
      kept = keeping.rows();
      ({ unclosed } = read);
      return { ...seen.view(), unclosed };
    },
  };
}

function keeper(): { take(row: readonly string[]): void; rows(): (readonly string[])[] | null } {
  let rows: (readonly string[])[] | null = [];
  let characters = 0;
  return {
    take(row) {
      if (!rows) return;
      rows.push(row);
      for (const cell of row) characters += cell.length + cellCost;
      if (characters > mostKept) rows = null;
    },
    rows: () => rows,
  };
}

/** Characters held in memory for the next look, and what a cell costs besides its own. */
const mostKept = 32_000_000;
const cellCost = 16;
const rowsBetween = 500;
