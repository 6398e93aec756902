import { type Kysely, sql } from 'kysely';

/** An order and what of it may still be invoiced. Fen. */
export interface InvoiceLeft {
  order_id: number;
  order_no: string;
  paid_amount: number;
  refund_amount: number;
  rest_amount: number;
}

/** How much of each order may still be invoiced: what was paid, less what went back or is asked back, less what is invoiced (I54). */
export async function invoiceLeft(db: Kysely<unknown>, ids: readonly number[]): Promise<InvoiceLeft[]> {
  const { rows } = await sql<InvoiceLeft>`
    select o.id as order_id, o.order_no, o.paid_amount, o.refund_amount, (o.paid_amount
      - greatest(o.refund_amount, (select coalesce(sum(r.amount), 0) from order_refund r where r.order_id = o.id and r.status in (1, 2, 3, 4, 5)))
      - (select coalesce(sum(s.amount), 0) from invoice_share s join invoice_apply a on a.id = s.invoice_apply_id
         where s.order_id = o.id and a.status in (1, 2, 3)))::bigint as rest_amount
    from sale_order o where o.id = any(${[...ids]}::bigint[]) order by o.id`.execute(db);
  return rows;
}
