import { type Kysely, sql } from 'kysely';

/** What has become of a contract: money in fen at the prices that goods came in at, tax included. */
export interface KeptTerms {
  readonly contract_id: number;
  readonly contract_no: string;
  readonly name: string;
  readonly supplier_id: number;
  readonly status: number;
  readonly return_rate_bp: number | null;
  readonly rebate_rate_bp: number | null;
  readonly in_qty: number;
  readonly in_amount: number;
  /** What went back, and what is on its way back: submitted, not out yet. */
  readonly back_qty: number;
  readonly back_amount: number;
  readonly leaving_qty: number;
  readonly leaving_amount: number;
}

/** Of which contracts: of a supplier, those in force or over; or those that the goods of a return came by. */
type Asked = { readonly supplierId: number } | { readonly backId: number };

/**
 * How far contracts are kept by what came in and went back, counted by where each piece came from: its inbound line, the order of that and the
 * order's contract. Goods that came without an order belong to none.
 */
export async function keptTerms(db: Kysely<unknown>, asked: Asked): Promise<KeptTerms[]> {
  const chosen =
    'supplierId' in asked
      ? sql`select id from contract where supplier_id = ${asked.supplierId} and status in (4, 5, 6)`
      : sql`
        select distinct o.contract_id as id from back_order_line l join stock_batch s on s.id = l.stock_batch_id
          join in_ware_batch_detail d on d.id = s.in_ware_detail_id join in_ware_batch b on b.id = d.in_ware_batch_id
          join purchase_order o on o.id = b.purchase_id where l.back_order_id = ${asked.backId}`;
  const { rows } = await sql<KeptTerms>`
    with chosen as (${chosen}), origin as (
      select o.contract_id, d.id, d.in_qty, d.purchase_price from purchase_order o join in_ware_batch b on b.purchase_id = o.id and b.in_type = 1 and b.status = 4
        join in_ware_batch_detail d on d.in_ware_batch_id = b.id
      where o.contract_id in (select id from chosen)
    ), came as (
      select contract_id, sum(in_qty)::bigint as qty, sum(in_qty * purchase_price)::bigint as amount from origin group by contract_id
    ), went as (
      select g.contract_id, r.status in (4, 5) as is_out, sum(case when r.status in (4, 5) then l.out_qty else l.qty end)::bigint as qty,
        sum(case when r.status in (4, 5) then l.out_qty else l.qty end * g.purchase_price)::bigint as amount
      from origin g join stock_batch s on s.in_ware_detail_id = g.id join back_order_line l on l.stock_batch_id = s.id
        join back_order r on r.id = l.back_order_id and r.status in (1, 2, 3, 4, 5)
      group by 1, 2
    )
    select c.id as contract_id, c.contract_no, c.name, c.supplier_id, c.status, c.return_rate_bp, c.rebate_rate_bp,
      coalesce(i.qty, 0)::bigint as in_qty, coalesce(i.amount, 0)::bigint as in_amount, coalesce(o.qty, 0)::bigint as back_qty,
      coalesce(o.amount, 0)::bigint as back_amount, coalesce(w.qty, 0)::bigint as leaving_qty, coalesce(w.amount, 0)::bigint as leaving_amount
    from contract c left join came i on i.contract_id = c.id left join went o on o.contract_id = c.id and o.is_out
      left join went w on w.contract_id = c.id and not w.is_out
    where c.id in (select id from chosen) order by c.id desc`.execute(db);
  return rows;
}

/** Parts of ten thousand, rounded half up; nothing of nothing. */
export const shareOf = (part: number, whole: number): number => (whole > 0 ? Math.round((part * 10_000) / whole) : 0);
