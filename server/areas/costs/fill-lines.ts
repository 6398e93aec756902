import { sql } from 'kysely';
import { costReason } from '#contract/areas/costs/cost-enums.ts';
import { coModelCode, inType, priceStateCode } from '#contract/areas/enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import { type CostDetail, detailsOf, holdDetails } from './details.ts';
import { splitOf, wholeOf } from './figures.ts';

/** A line as it is typed. */
export interface Typed {
  readonly id: number;
  readonly in_ware_detail_id: number;
  readonly new_cost: number;
}

/** The lines of an adjustment in their order. Refuses one without its new cost, as whoever does not see costs sends it. */
export async function linesOf({ db }: Pick<WriteContext, 'db'>, id: number): Promise<Typed[]> {
  const { rows } = await sql<Omit<Typed, 'new_cost'> & { new_cost: number | null }>`
    select id, in_ware_detail_id, new_cost from cost_adjust_line where cost_adjust_id = ${id} order by id`.execute(db);
  return rows.map(({ new_cost, ...line }, place) => {
    if (new_cost === null) throw new Refusal('invalid', `第 ${place + 1} 行请填写新成本`, `lines.${place}.new_cost`);
    return { ...line, new_cost };
  });
}

/**
 * Writes beside each line of an adjustment what its batch is and what its pieces cost and where they are now, and what would follow from it; refuses
 * lines that cannot be adjusted, by their place. The lines of the batches are held.
 */
export async function fillLines(context: WriteContext, id: number, adjust: Values): Promise<void> {
  const lines = await linesOf(context, id);
  const ids = lines.map((line) => line.in_ware_detail_id);
  await holdDetails(context.db, ids);
  const details = await detailsOf(context.db, ids);
  const others = await othersOf(context, { id, ids });
  const filled = lines.map((line, place) => {
    const detail = details.get(line.in_ware_detail_id);
    const words = whyNot(line, { detail, adjust, other: others.get(line.in_ware_detail_id) });
    if (words !== undefined || detail === undefined)
      throw new Refusal('invalid', `第 ${place + 1} 行${words ?? '批次不存在'}`, `lines.${place}.${fieldOf(words)}`);
    return { line, detail };
  });
  await write(context, id, { filled, adjust });
}

const same = '新成本与原成本相同';
const fieldOf = (words: string | undefined): string => (words === same ? 'new_cost' : 'in_ware_detail_id');

/** Which of the lines of batches another adjustment is about that is not posted yet, by its number. */
async function othersOf(
  { db }: WriteContext,
  { id, ids }: { readonly id: number; readonly ids: readonly number[] },
): Promise<Map<number, string>> {
  const { rows } = await sql<{ detail_id: number; cost_no: string }>`
    select l.in_ware_detail_id as detail_id, c.cost_no from cost_adjust_line l join cost_adjust c on c.id = l.cost_adjust_id
    where l.in_ware_detail_id = any(${[...ids]}::bigint[]) and c.id <> ${id} and c.status in (0, 1, 2, 4) order by c.id desc`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.detail_id, row.cost_no]));
}

interface Judged {
  readonly detail: CostDetail | undefined;
  readonly adjust: Values;
  readonly other: string | undefined;
}

function whyNot(line: Typed, { detail, adjust, other }: Judged): string | undefined {
  if (detail === undefined) return '批次不存在';
  const { batch_no: no } = detail;
  if (!detail.posted) return `批次 ${no} 未入库或已红冲`;
  if (detail.co_model !== coModelCode.bought) return `批次 ${no} 是代销、联营货品，按销售时的进价结算，不调整成本`;
  if (detail.price_state === priceStateCode.estimated && detail.in_type === bought)
    return `批次 ${no} 的进价是暂估，请在“采购价后补”补价`;
  if (typeof adjust.supplier_id === 'number' && adjust.supplier_id !== detail.supplier_id)
    return `批次 ${no} 不是所选供应商的`;
  if (adjust.to_supplier === 1 && detail.in_type !== bought)
    return `批次 ${no} 是${inType[detail.in_type as keyof typeof inType]}批次，没有应付，不能影响应付`;
  if (other !== undefined) return `批次 ${no} 已有未过账的成本调整单 ${other}`;
  return line.new_cost === detail.cost_price ? same : undefined;
}

/** in_type 1 of domain.md §2. */
const bought = 1;

interface Filled {
  readonly filled: readonly { readonly line: Typed; readonly detail: CostDetail }[];
  readonly adjust: Values;
}

/** What would follow if it were posted now: the pieces that are here and on their way, at the difference. */
async function write({ db }: WriteContext, id: number, { filled, adjust }: Filled): Promise<void> {
  const rows = filled.map(({ line, detail }) => {
    const figures = { ...detail, old_cost: detail.cost_price, new_cost: line.new_cost };
    const more = line.new_cost - detail.cost_price;
    const stands = { onhand: more * detail.remain_qty, transit: more * detail.transit_qty };
    const whole = adjust.adjust_reason === costReason.impairment ? stands.onhand + stands.transit : wholeOf(figures);
    return { line, detail, split: splitOf(figures, { stands, whole, toSupplier: adjust.to_supplier === 1 }) };
  });
  await sql`
    update cost_adjust_line l set sku_id = e.sku_id, in_qty = e.in_qty, remain_qty = e.remain_qty, transit_qty = e.transit_qty,
      returned_qty = e.returned_qty, old_cost = e.old_cost, onhand_amount = e.onhand, transit_amount = e.transit, sold_amount = e.sold, settle_amount = e.settle
    from ${rowsOf('e', {
      id: ['bigint', rows.map(({ line }) => line.id)],
      sku_id: ['bigint', rows.map(({ detail }) => detail.sku_id)],
      in_qty: ['bigint', rows.map(({ detail }) => detail.in_qty)],
      remain_qty: ['bigint', rows.map(({ detail }) => detail.remain_qty)],
      transit_qty: ['bigint', rows.map(({ detail }) => detail.transit_qty)],
      returned_qty: ['bigint', rows.map(({ detail }) => detail.returned_qty)],
      old_cost: ['bigint', rows.map(({ detail }) => detail.cost_price)],
      onhand: ['bigint', rows.map(({ split }) => split.onhand_amount)],
      transit: ['bigint', rows.map(({ split }) => split.transit_amount)],
      sold: ['bigint', rows.map(({ split }) => split.sold_amount)],
      settle: ['bigint', rows.map(({ split }) => split.settle_amount)],
    })} where l.id = e.id`.execute(db);
  await sumUp(db, id);
}

/** What the head of an adjustment says of its lines. */
export interface Sums extends Record<string, unknown> {
  readonly onhand_amount: number;
  readonly transit_amount: number;
  readonly sold_amount: number;
  readonly total_amount: number;
  readonly settle_amount: number;
}

/** Adds the lines of an adjustment up on its head. */
export async function sumUp(db: WriteContext['db'], id: number): Promise<Sums> {
  const { rows } = await sql<Sums>`
    update cost_adjust c set onhand_amount = t.onhand, transit_amount = t.transit, sold_amount = t.sold, total_amount = t.onhand + t.transit + t.sold, settle_amount = t.settle
    from (
      select coalesce(sum(onhand_amount), 0)::bigint as onhand, coalesce(sum(transit_amount), 0)::bigint as transit, coalesce(sum(sold_amount), 0)::bigint as sold,
        coalesce(sum(settle_amount), 0)::bigint as settle
      from cost_adjust_line where cost_adjust_id = ${id}
    ) t where c.id = ${id}
    returning c.onhand_amount, c.transit_amount, c.sold_amount, c.total_amount, c.settle_amount`.execute(db);
  return rows[0] as Sums;
}
