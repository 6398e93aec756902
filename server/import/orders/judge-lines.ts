import { sql } from 'kysely';
import { limits } from '#contract/kit/limits.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import { goodsByCode } from '#server/kit/goods-by-code.ts';
import { reasonNoGoods } from '../goods-codes.ts';
import type { OrderOptions } from './order-options.ts';
import { invoiceYears, madeBefore } from './till.ts';

/**
 * Decides on every staged row, in sets: what it sold, when, for how much, and why it is refused. Makes the temporary table
 * `import_judged`: `refusal` is null for what is taken, `there` says that an earlier import has taken its invoice already.
 */
export async function judgeLines(tx: Tx, options: OrderOptions): Promise<void> {
  const { foldCase, rate, zone } = options;
  await findGoods(tx, foldCase);
  // Rounded half up to whole fen (decision 0022), each piece by itself, so that pieces times price is the amount.
  const scaled = sql`(l.price::numeric * ${rate}::numeric)`;
  await sql`
    create temporary table import_judged on commit drop as
    with priced as (
      select l.*, c.sku_id, c.refusal as goods_refusal, l.local_at at time zone ${zone} as at,
        floor((${scaled} + 5000000000) / 10000000000) as fen, mod(${scaled}, 10000000000) <> 0 as rounded
      from import_line l left join import_code c on c.code = l.code and l.problem is null
    ),
    f as (select p.*, ${invoiceYears} from priced p window invoice as (partition by p.kind, p.invoice))
    select f.row, f.kind, f.invoice, f.code, f.customer, f.qty, f.sku_id, f.fen, f.qty * f.fen as amount, f.rounded, f.at, f.problem,
      (f.at at time zone 'Asia/Shanghai') as business_at, f.local_at,
      case
        when f.problem is not null then 'bad row'
        when f.kind not in ('sale', 'cancellation') then 'correction'
        when f.sku_id is null then f.goods_refusal
        when f.fen < 0 or f.rounded is false and f.fen = 0 then 'price is zero'
        when f.fen = 0 then 'below one fen'
        when f.kind = 'sale' and f.qty <= 0 then 'write-off'
        when f.kind = 'cancellation' and f.qty >= 0 then 'no return'
        when abs(f.qty) > ${limits.quantity} or abs(f.qty * f.fen) > ${limits.money} then 'too many'
      end as refusal,
      f.first_year, f.last_year,
      case f.kind
        when 'sale' then exists (select 1 from sale_order o where ${madeBefore.order(options)})
        when 'cancellation' then exists (select 1 from order_service v where v.source_service_no = f.invoice and ${madeBefore.service(options)})
        else false
      end as there,
      -- Of goods that are short: the pieces that were there and that were needed.
      null::bigint as free, null::bigint as needed
    from f`.execute(tx);
  await sql`create index on import_judged (invoice)`.execute(tx);
  await sql`analyze import_judged`.execute(tx);
}

/**
 * Finds the SKU of every code by its barcode or number: as it is written, else (where case is folded) by the only one that differs in
 * case alone. Makes the temporary table `import_code`.
 */
async function findGoods(tx: Tx, foldCase: boolean): Promise<void> {
  const { rows: written } = await sql<{
    code: string;
  }>`select distinct code from import_line where problem is null`.execute(tx);
  await sql`
    create temporary table import_code on commit drop as
    with code as (select distinct code from import_line where problem is null),
    exact as (${goodsByCode(
      written.map(({ code }) => code),
      'barcode',
    )}),
    near as (
      select c.code, min(b.sku_id) as sku_id, count(distinct b.sku_id) as skus
      from code c join sku_barcode b on upper(b.barcode) = upper(c.code)
      where ${foldCase} and not exists (select 1 from exact e where e.code = c.code) group by c.code
    )
    select c.code, coalesce(e.sku_id, case when n.skus = 1 then n.sku_id end) as sku_id,
      e.sku_id is null and n.skus = 1 as folded,
      case when e.sku_id is not null or n.skus = 1 then null when n.skus > 1 then 'several goods' else 'unknown goods' end as refusal
    from code c left join exact e using (code) left join near n using (code)`.execute(tx);
  await sql`analyze import_code`.execute(tx);
  const { rows } = await sql<{ code: string }>`select code from import_code where refusal = 'unknown goods'`.execute(
    tx,
  );
  const fees = rows.map((row) => row.code).filter((code) => reasonNoGoods(code) !== undefined);
  await sql`update import_code c set refusal = 'no goods' from ${rowsOf('f', { code: ['text', fees] })} where c.code = f.code`.execute(
    tx,
  );
}
