import { sql } from 'kysely';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { SheetSource } from '#server/sheets/sheet-source.ts';
import { isProblem, type Problem, type RetailRow } from '../retail-row.ts';
import { sheetRows, type TableOrder } from '../sheet-rows.ts';

/** Rows that go to the database at once: enough to be quick, few enough to be held. */
const batch = 5000;

/**
 * Puts every row of a sheet, bad ones too, into the temporary table `import_line`, which goes with the transaction. Memory
 * does not grow with the file. `progress` hears how many rows have come. Throws a SheetError.
 */
export async function stageLines(
  tx: Tx,
  { source, order, progress }: { source: SheetSource; order: TableOrder; progress: (rows: number) => void },
): Promise<number> {
  await sql`
    create temporary table import_line (
      row int not null, kind text, invoice text, code text not null, customer text, qty bigint, price bigint, local_at timestamp, problem jsonb
    ) on commit drop`.execute(tx);
  let count = 0;
  let waiting: (RetailRow | Problem)[] = [];
  const send = async (): Promise<void> => {
    await insert(tx, waiting);
    count += waiting.length;
    waiting = [];
    progress(count);
  };
  for await (const row of sheetRows(source, order)) {
    waiting.push(row);
    if (waiting.length === batch) await send();
  }
  if (waiting.length > 0) await send();
  await sql`analyze import_line`.execute(tx);
  return count;
}

async function insert(tx: Tx, rows: readonly (RetailRow | Problem)[]): Promise<void> {
  const lines = rows.map((row) => (isProblem(row) ? undefined : row));
  const incoming = rowsOf('r', {
    row: ['bigint', rows.map((row) => row.row)],
    kind: ['text', lines.map((line) => line?.kind ?? null)],
    invoice: ['text', lines.map((line) => line?.invoice ?? null)],
    code: ['text', rows.map((row) => row.code)],
    customer: ['text', lines.map((line) => line?.customer || null)],
    qty: ['bigint', lines.map((line) => line?.quantity ?? null)],
    price: ['bigint', lines.map((line) => line?.price ?? null)],
    local_at: ['text', lines.map((line) => line?.at ?? null)],
    problem: ['text', rows.map((row) => (isProblem(row) ? JSON.stringify(row.reason) : null))],
  });
  await sql`
    insert into import_line (row, kind, invoice, code, customer, qty, price, local_at, problem)
    select row, kind, invoice, code, customer, qty, price, local_at::timestamp, problem::jsonb from ${incoming}`.execute(
    tx,
  );
}
