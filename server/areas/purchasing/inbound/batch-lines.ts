import { type Kysely, sql } from 'kysely';
import type { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import type { LineRow } from '#server/kit/lines.ts';
import type { Counted } from './settle-quantities.ts';

/** A line of a batch as its steps see it. Money in fen. */
export interface Detail extends Counted {
  readonly arrival_line_id: number | null;
  readonly purchase_line_id: number | null;
  /** Whether it was counted, be it nothing. */
  readonly is_counted: boolean;
  readonly in_qty: number;
  /** Of all grades of these goods, the pieces that nobody had ordered and the posting ordered. */
  readonly added_qty: number;
  /** What all that came in cost, untaxed, as it was posted. */
  readonly untaxed: number;
  readonly tax_rate_bp: number;
  readonly price_state: number;
  readonly production_date: string | null;
  readonly expire_at: string | null;
}

/** The lines of a batch as the kit reads them. */
export const detailsOf = (lines: readonly LineRow<typeof inWareBatch>[]): Detail[] =>
  lines.map((line) => ({
    id: line.id,
    split_of_id: line.split_of_id,
    arrival_line_id: line.arrival_line_id,
    purchase_line_id: line.purchase_line_id,
    sku_id: line.sku_id,
    imperfect_type: line.imperfect_type,
    plan_qty: line.plan_qty,
    count_qty: line.count_qty ?? 0,
    is_counted: line.count_qty !== null,
    in_qty: line.in_qty,
    added_qty: line.added_qty,
    untaxed: line.amount,
    purchase_price: line.purchase_price,
    tax_rate_bp: line.tax_rate_bp,
    price_state: line.price_state,
    production_date: line.production_date,
    expire_at: line.expire_at,
  }));

/** What the head of a batch says of its lines before it is posted. */
export interface Totals extends Record<string, unknown> {
  readonly plan_qty: number;
  readonly count_qty: number;
  readonly imperfect_qty: number;
}

/** Adds up what is planned and counted of a batch. */
export async function totalsOf(db: Kysely<unknown>, batchId: number): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select coalesce(sum(plan_qty), 0)::bigint as plan_qty, coalesce(sum(count_qty), 0)::bigint as count_qty,
      coalesce(sum(count_qty) filter (where imperfect_type <> 0), 0)::bigint as imperfect_qty
    from in_ware_batch_detail where in_ware_batch_id = ${batchId}`.execute(db);
  return rows[0] ?? { plan_qty: 0, count_qty: 0, imperfect_qty: 0 };
}

/** The field of a line that a refusal names. */
export const lineField = (place: number, name: string): string => `lines.${place}.${name}`;
