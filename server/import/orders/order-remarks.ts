import { sql } from 'kysely';
import type { Tx } from '#server/database/transaction.ts';
import type { BilingualMessage } from '#server/sheets/bilingual-message.ts';
import { reasonNoGoods } from '../goods-codes.ts';
import { type Remark, type RemarkKind, remarkKinds } from '../remark.ts';
import type { OrderOptions } from './order-options.ts';
import { madeBefore } from './till.ts';

/** Rows that are fetched at once. */
const batch = 5000;

interface Refused {
  row: number;
  code: string;
  refusal: RemarkKind;
  problem: BilingualMessage | null;
  free: number | null;
  needed: number | null;
}

/** Every row that is not taken and why, in the order of the file; must be read inside the import's transaction. */
export async function* orderRemarks(tx: Tx, options: OrderOptions): AsyncGenerator<Remark> {
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
  yield* otherFigures(tx, options);
}

function remarkOf({ row, code, refusal, problem, free, needed }: Refused): Remark {
  const reason = refusal === 'no goods' ? reasonNoGoods(code) : undefined;
  const short = free === null || needed === null ? undefined : shortOf(free, needed);
  return { row, code, kind: refusal, detail: problem ?? reason ?? short ?? remarkKinds[refusal] };
}

const shortOf = (free: number, needed: number): BilingualMessage => ({
  en: `${free} pieces free at that time, the order needs ${needed}`,
  zh: `当时可用 ${free} 件，该单需要 ${needed} 件`,
});

/** Invoices that are there already with other pieces or another amount: what is there is kept. */
async function* otherFigures(tx: Tx, options: OrderOptions): AsyncGenerator<Remark> {
  const { rows } = await sql<{ invoice: string; qty: number; amount: number; file_qty: number; file_amount: number }>`
    with file as (
      select kind, invoice, first_year, last_year, sum(abs(qty))::bigint as file_qty, sum(abs(amount))::bigint as file_amount
      from import_judged where there and refusal is null group by kind, invoice, first_year, last_year
    ),
    told as (
      select f.*, o.goods_qty::bigint as qty, o.paid_amount as amount
      from file f join sale_order o on f.kind = 'sale' and ${madeBefore.order(options)}
      union all
      -- A return of several orders is several after-sales, which count behind its number; that number itself has no dash.
      select f.*, sum(l.return_qty)::bigint, sum(l.refund_amount)::bigint
      from file f join order_service v on f.kind = 'cancellation' and split_part(v.source_service_no, '-', 1) = f.invoice and ${madeBefore.service(options)}
        join order_service_line l on l.order_service_id = v.id group by f.kind, f.invoice, f.first_year, f.last_year, f.file_qty, f.file_amount
    )
    select invoice, qty, amount, file_qty, file_amount from told where qty <> file_qty or amount <> file_amount order by kind desc, invoice`.execute(
    tx,
  );
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
