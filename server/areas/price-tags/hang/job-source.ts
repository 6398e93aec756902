import { sql } from 'kysely';
import { codeStatus } from '#contract/areas/codes/code-enums.ts';
import { codeOrder } from '#contract/areas/codes/code-order.ts';
import { uniqueCode } from '#contract/areas/codes/unique-code.ts';
import { hangSource } from '#contract/areas/price-tags/tag-enums.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';

export interface SourceAsked {
  readonly source_type: number;
  readonly source_no: string;
  readonly write_epc?: boolean | undefined;
}

/** Goods of a source, and how many of them have no hang tag by a job yet. */
export interface OpenGoods {
  readonly sku_id: number;
  readonly sku_no: string;
  readonly open: number;
}

/** States of purchase orders whose goods come or have come, and of code orders that have codes. */
const ordered = [3, 4, 5];
const issued = [2, 3, 4];

/** What a document has to make hang tags for. Refuses one that is not there; one that a job is made of is held by `hold`. */
export async function openOf(
  context: ReadContext | WriteContext,
  { source_type, source_no, write_epc }: SourceAsked,
  hold = false,
): Promise<OpenGoods[]> {
  return source_type === hangSource.purchaseOrder
    ? await openOfPurchase(context, source_no, hold)
    : await openOfCodes(context, { no: source_no, write: write_epc ?? false, hold });
}

async function openOfPurchase(
  { db, actor }: ReadContext | WriteContext,
  no: string,
  hold: boolean,
): Promise<OpenGoods[]> {
  const held = hold ? sql` for key share of r` : sql``;
  const { rows } = await sql<{ id: number }>`
    select r.id from purchase_order as r
    where r.purchase_no = ${no} and r.status = any(${ordered}::smallint[]) and ${isVisible(purchaseOrder, actor, 'r')}${held}`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Refusal('invalid', `${purchaseOrder.label}不存在或还没有通过审核`, 'source_no');
  const goods = await sql<OpenGoods>`
    select l.sku_id, k.sku_no, greatest(sum(l.qty) - coalesce((
      select sum(t.qty) from hang_tag_job_line t join hang_tag_job j on j.id = t.hang_tag_job_id
      where j.source_type = ${hangSource.purchaseOrder} and j.source_no = ${no} and j.status <> -1 and t.sku_id = l.sku_id
    ), 0), 0)::bigint as open
    from purchase_order_line l join sku k on k.id = l.sku_id where l.purchase_order_id = ${found.id} group by l.sku_id, k.sku_no order by min(l.id)`.execute(
    db,
  );
  return goods.rows;
}

interface OfCodes {
  readonly no: string;
  readonly write: boolean;
  readonly hold: boolean;
}

/** A tag is written before its code is bound; printed it may be at any time before the piece comes in. */
export const printable = (write: boolean): readonly number[] =>
  write ? [codeStatus.issued] : [codeStatus.issued, codeStatus.bound];

async function openOfCodes(
  { db, actor }: ReadContext | WriteContext,
  { no, write, hold }: OfCodes,
): Promise<OpenGoods[]> {
  // Held: of two jobs for the same codes the second sees what the first has taken.
  const held = hold ? sql` for no key update of r` : sql``;
  const { rows } = await sql<{ id: number }>`
    select r.id from code_order as r
    where r.code_order_no = ${no} and r.status = any(${issued}::smallint[]) and ${isVisible(codeOrder, actor, 'r')}${held}`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Refusal('invalid', `${codeOrder.label}不存在或还没有发码`, 'source_no');
  const goods = await sql<OpenGoods>`
    select r.sku_id, k.sku_no, count(*) filter (where r.status = any(${[...printable(write)]}::smallint[]) and t.id is null)::bigint as open
    from unique_code as r join sku k on k.id = r.sku_id left join hang_tag_job_code t on t.code_id = r.id and t.taken
    where r.code_order_id = ${found.id} and ${isVisible(uniqueCode, actor, 'r')} group by r.sku_id, k.sku_no order by r.sku_id`.execute(
    db,
  );
  return goods.rows;
}
