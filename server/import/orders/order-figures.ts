import { sql } from 'kysely';
import type { Tx } from '#server/database/transaction.ts';

/** Rows, pieces and money in fen. */
export interface Figures {
  readonly rows: number;
  readonly pieces: number;
  readonly amount: number;
}

/** One month of the file, by business days of Shanghai; null: rows that cannot be read and have none. */
export interface MonthFigures {
  readonly month: string | null;
  readonly sold: Figures;
  /** Returns are below zero. */
  readonly returned: Figures;
  /** Rows of invoices that an earlier import has taken. */
  readonly there: Figures;
  readonly refused: Figures;
  readonly file: Figures;
}

/** What each option did to the file. */
export interface OptionFigures {
  /** Rows whose business day, and whose month, is another than the day written in the sheet. */
  readonly otherDay: number;
  readonly otherMonth: number;
  /** Rows whose price was rounded to whole fen. */
  readonly rounded: number;
  /** Codes that found their goods only because letter case is folded. */
  readonly foldedCodes: number;
}

/** Totals of the judged rows by month; taken and refused add up to the file. */
export async function monthFigures(tx: Tx): Promise<MonthFigures[]> {
  const { rows } = await sql<{ month: string | null; kind: keyof Omit<MonthFigures, 'month'> } & Figures>`
    select to_char(business_at, 'YYYY-MM') as month, case when refusal is not null then 'refused' when there then 'there' when kind = 'sale' then 'sold' else 'returned' end as kind,
      count(*)::bigint as rows, coalesce(sum(qty), 0)::bigint as pieces, coalesce(sum(amount), 0)::bigint as amount
    from import_judged group by 1, 2 order by 1 nulls last`.execute(tx);
  const months = [...new Set(rows.map((row) => row.month))];
  return months.map((month) => {
    const own = rows.filter((row) => row.month === month);
    const of = (kind: string): Figures => sumOf(own.filter((row) => row.kind === kind));
    return {
      month,
      sold: of('sold'),
      returned: of('returned'),
      there: of('there'),
      refused: of('refused'),
      file: sumOf(own),
    };
  });
}

/** What the options did. */
export async function optionFigures(tx: Tx): Promise<OptionFigures> {
  const { rows } = await sql<OptionFigures>`
    select count(*) filter (where business_at::date <> local_at::date)::int as "otherDay",
      count(*) filter (where date_trunc('month', business_at) <> date_trunc('month', local_at))::int as "otherMonth",
      count(*) filter (where rounded and sku_id is not null)::int as rounded,
      (select count(*)::int from import_code c where c.folded) as "foldedCodes"
    from import_judged where problem is null`.execute(tx);
  return rows[0] ?? { otherDay: 0, otherMonth: 0, rounded: 0, foldedCodes: 0 };
}

function sumOf(figures: readonly Figures[]): Figures {
  return figures.reduce(
    (sum, one) => ({ rows: sum.rows + one.rows, pieces: sum.pieces + one.pieces, amount: sum.amount + one.amount }),
    { rows: 0, pieces: 0, amount: 0 },
  );
}
