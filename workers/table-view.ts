/** What is asked of a table: its first rows, or the first of those that hold a text. */
export interface TableAsked {
  /** Rows handed out at most. */
  readonly rows: number;
  /** Only rows whose cell in this column holds the text, whatever its case; in any column where it is null. */
  readonly filter?: { readonly column: number | null; readonly text: string } | undefined;
}

/** A part of a table. Cells are texts; a short row has fewer of them than there are columns. */
export interface TableView {
  readonly headings: string[];
  readonly rows: string[][];
  /** Rows of the whole table below its headings. */
  readonly rowCount: number;
  readonly columnCount: number;
  /** Rows that the filter lets through; all of them without one. */
  readonly matched: number;
  /** The last row is all that follows a quote that is never closed: rows are lost in it. */
  readonly unclosed: boolean;
}

/** Gathers a view while rows come by, the headings first. Holds no more than it hands out. */
export function viewing({ rows: most, filter }: TableAsked): {
  take(row: readonly string[]): void;
  view(): Omit<TableView, 'unclosed'>;
} {
  let headings: string[] | null = null;
  const rows: string[][] = [];
  let [rowCount, columnCount, matched] = [0, 0, 0];
  const wanted = filter?.text.toLowerCase() ?? '';
  const holds = (cell: string | undefined) => cell?.toLowerCase().includes(wanted) ?? false;
  const passes = (row: readonly string[]) =>
    wanted === '' || (!filter || filter.column === null ? row.some(holds) : holds(row[filter.column]));
  return {
    take(row) {
      columnCount = Math.max(columnCount, row.length);
      if (headings === null) {
        headings = [...row];
        return;
      }
      rowCount += 1;
      if (!passes(row)) return;
      matched += 1;
      if (rows.length < most) rows.push([...row]);
    },
    view: () => ({ headings: headings ?? [], rows, rowCount, columnCount, matched }),
  };
}
