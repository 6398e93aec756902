import { sql } from 'kysely';
import type { Tx } from '#server/database/transaction.ts';
import type { Said } from '#server/sheets/said.ts';
import { reasonNoGoods } from '../goods-codes.ts';
import { type Remark, type RemarkKind, remarkKinds } from '../remark.ts';

/** Rows that are fetched at once. */
const batch = 5000;

interface Refused {
  row: number;
  code: string;
  refusal: RemarkKind;
  problem: Said | null;
  free: number | null;
  needed: number | null;
}

/** Every row that is not taken and why, in the order of the file; must be read inside the import's transaction. */
export async function* orderRemarks(tx: Tx): AsyncGenerator<Remark> {
  await sql`
    declare import_refused no scroll cursor for
    select row, code, refusal, problem, free, needed from import_judged where refusal is not null order by row`.execute(
    tx,
  );
  for (;;) {
    const { rows } = await sql<Refused>`fetch ${sql.lit(batch)} from import_refused`.execute(tx);
    for (const refused of rows) yield remarkOf(refused);
    if (rows.length < batch) break;
  }
  await sql`close import_refused`.execute(tx);
  yield* otherFigures(tx);
}

function remarkOf({ row, code, refusal, problem, free, needed }: Refused): Remark {
  const reason = refusal === 'no goods' ? reasonNoGoods(code) : undefined;
  const short = free === null || needed === null ? undefined : shortOf(free, needed);
  return { row, code, kind: refusal, detail: problem ?? reason ?? short ?? remarkKinds[refusal] };
}

const shortOf = (free: number, needed: number): Said => ({
  en: `${free} pieces free at that time, the order needs ${needed}`,
  zh: `当时可用 ${free} 件，该单需要 ${needed} 件`,
});

/** Invoices that are there already with other pieces or another amount: what is there is kept. */
async function* otherFigures(tx: Tx): AsyncGenerator<Remark> {
  const { rows } = await sql<{ invoice: string; qty: number; amount: number; file_qty: number; file_amount: number }>`
    select f.invoice, o.goods_qty as qty, o.paid_amount as amount, f.qty::bigint as file_qty, f.amount::bigint as file_amount
    from (select invoice, sum(qty) as qty, sum(amount) as amount from import_judged where there and refusal is null and kind = 'sale' group by invoice) f
    join sale_order o on o.source_order_no = f.invoice and o.imported
    where o.goods_qty <> f.qty or o.paid_amount <> f.amount order by f.invoice`.execute(tx);
  for (const { invoice, qty, amount, file_qty, file_amount } of rows) {
    yield {
      code: invoice,
      kind: 'other figures',
      detail: {
        en: `${qty} pieces and ${amount} fen in the product, ${file_qty} and ${file_amount} in the file`,
        zh: `系统中 ${qty} 件、${amount} 分，文件中 ${file_qty} 件、${file_amount} 分`,
      },
    };
  }
}

/** How many rows are refused, by reason, the commonest first. */
export async function refusalCounts(tx: Tx): Promise<{ kind: RemarkKind; rows: number }[]> {
  const { rows } = await sql<{ kind: RemarkKind; rows: number }>`
    select refusal as kind, count(*)::int as rows from import_judged where refusal is not null group by refusal order by 2 desc, 1`.execute(
    tx,
  );
  return rows;
}
