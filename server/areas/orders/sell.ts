import { sql } from 'kysely';
import { order as orderDefinition } from '#contract/areas/orders/order.ts';
import { shareOf, splitBy } from '#contract/areas/orders/order-enums.ts';
import { goodsSold, type SoldPieces } from '#contract/areas/orders/order-events.ts';
import { taxWithin } from '#contract/areas/settlement/settle-enums.ts';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { CodeMove } from '#server/ledger/code-move.ts';
import { findCodes, lockCodes } from '#server/ledger/codes.ts';
import { counterparties, locationsOf } from '#server/ledger/locations.ts';
import { postStock } from '#server/ledger/post-stock.ts';
import type { Leg } from '#server/ledger/posting.ts';
import { dayOf, type NamedOrder, namedOf } from './named.ts';

/** A line of an order as it stands before some of it leaves. */
export interface SoldLine {
  readonly id: number;
  readonly sku_id: number;
  readonly imperfect_type: number;
  readonly qty: number;
  readonly shipped_qty: number;
  readonly final_amount: number;
  readonly promotion_amount: number;
  readonly coupon_amount: number;
  readonly is_gift: boolean;
  readonly tax_rate_bp: number;
}

/** How many pieces of a line leave now. */
export interface Leaving {
  readonly line: SoldLine;
  readonly qty: number;
}

interface Selling {
  readonly order: NamedOrder & { readonly freight_amount: number };
  readonly warehouse: number;
  readonly leaving: readonly Leaving[];
  /** ISO time at which they left. */
  readonly at: string;
  /** Numbers or EPCs of pieces among them that have a code. */
  readonly codes: readonly string[];
  /** Pieces with a code that were picked for it: they leave whether or not they are named. */
  readonly held?: readonly number[];
  /** Nothing of it has left before: the freight is charged with this. */
  readonly first: boolean;
  /** The delivery; null at a till, where goods leave as they are paid: more than there is may have. */
  readonly out: { readonly id: number; readonly no: string } | null;
}

/** The lines of an order, in their order, with the rate of tax of their goods. */
export async function linesOf({ db }: Pick<WriteContext, 'db'>, orderId: number): Promise<SoldLine[]> {
  const { rows } = await sql<SoldLine>`
    select i.id, i.sku_id, i.imperfect_type, i.qty, i.shipped_qty, i.final_amount, i.promotion_amount, i.coupon_amount, i.is_gift, coalesce(p.tax_rate_bp, 0) as tax_rate_bp
    from sale_order_item i join sku k on k.id = i.sku_id join spu p on p.id = k.spu_id where i.sale_order_id = ${orderId} order by i.id`.execute(
    db,
  );
  return rows;
}

/**
 * Takes goods of an order out of a warehouse (P10): posts them, writes from which batches each line was sold with its exact share of what
 * it was sold for, and tells others.
 */
export async function sellGoods(kit: Kit, context: WriteContext, selling: Selling): Promise<void> {
  const { order, warehouse, leaving, at, out } = selling;
  const { db, opId, actor } = context;
  const source = { docType: orderDefinition.name, docId: order.id, docNo: order.order_no };
  const { warehouse: place } = locationsOf(warehouse);
  const legs = leaving.flatMap(({ line, qty }): Leg[] => {
    const shared = {
      skuId: line.sku_id,
      imperfectType: line.imperfect_type,
      bizType: line.is_gift ? bizType.gift : bizType.sale,
      lineId: line.id,
    };
    return [
      { ...shared, location: place, delta: -qty },
      { ...shared, location: counterparties.customer, delta: qty },
    ];
  });
  const codes = await codesOf(context, selling);
  await postStock(
    { db, policies: kit.policies },
    {
      source,
      legs,
      happenedAt: at,
      opId,
      adminId: actor.id,
      ...(codes.length > 0 ? { codes } : {}),
      ...(out ? { releases: 'lines' as const } : { oversell: 'sold' as const }),
    },
  );
  const pieces = piecesOf(leaving, await leftOf(context, order.id));
  const kept = await keepPieces(context, pieces);
  const rate = Math.max(0, ...leaving.map(({ line }) => line.tax_rate_bp));
  const freight = selling.first ? order.freight_amount : 0;
  await kit.registry.events.emit(context, goodsSold, {
    ...namedOf(order, { at, day: await dayOf(db, at) }),
    out_id: out?.id ?? null,
    out_no: out?.no ?? null,
    delivered: out === null,
    pieces: kept,
    freight_amount: freight,
    freight_tax_amount: taxWithin(freight, rate),
  });
}

/** Codes of pieces that leave, each by a line of its goods: those that were picked by their codes, and those that are named. */
async function codesOf({ db }: WriteContext, { codes, held = [], leaving, order }: Selling): Promise<CodeMove[]> {
  if (codes.length === 0 && held.length === 0) return [];
  const found = await findCodes(db, codes);
  const named = codes.map((text) => ({ text, code: found.get(text) }));
  const picked = [...(await lockCodes(db, held, 'read')).values()];
  const left = leaving.map(({ line, qty }) => ({ line, qty }));
  const move = (text: string, code: (typeof named)[number]['code']): CodeMove => {
    const of = left.find(
      ({ line, qty }) => qty > 0 && line.sku_id === code?.skuId && line.imperfect_type === code.imperfectType,
    );
    if (!code || !of) throw new Refusal('invalid', `唯一码 ${text} 不是此单的货品`, 'unique_codes');
    of.qty -= 1;
    return { codeId: code.id, step: 'sell', orderNo: order.order_no, lineId: of.line.id };
  };
  const moves = picked.map((code) => move(code.uniqueCode, code));
  const taken = new Set(held);
  for (const { text, code } of named) {
    if (code && taken.has(code.id)) continue;
    moves.push(move(text, code));
    taken.add(code?.id ?? 0);
  }
  return moves;
}

/** What left by the running operation, as the ledger wrote it: line by line, batch by batch. */
interface Left {
  readonly line_id: number;
  readonly in_ware_detail_id: number | null;
  readonly supplier_id: number | null;
  readonly co_model: number | null;
  readonly qty: number;
  readonly cost: number;
}

async function leftOf({ db, opId }: WriteContext, orderId: number): Promise<Left[]> {
  const { rows } = await sql<Left>`
    select r.line_id, r.in_ware_detail_id, b.supplier_id, b.co_model, -sum(r.delta)::bigint as qty, -sum(coalesce(r.cost_amount, 0))::bigint as cost
    from stock_ledger r
    left join stock_batch b on b.location_id = r.location_id and b.sku_id = r.sku_id and b.imperfect_type = r.imperfect_type
      and b.in_ware_detail_id = r.in_ware_detail_id
    where r.doc_type = ${orderDefinition.name} and r.doc_id = ${orderId} and r.op_id = ${opId}::uuid and r.warehouse_id is not null
      and r.biz_type in (${bizType.sale}, ${bizType.gift}) and r.corrects_count_of is null
    group by 1, 2, 3, 4 order by r.line_id, min(r.id)`.execute(db);
  return rows;
}

/** Each line's pieces with their shares: of the line's amount what these pieces are worth, among its batches by the largest remainder. */
function piecesOf(leaving: readonly Leaving[], left: readonly Left[]): SoldPieces[] {
  return leaving.flatMap(({ line, qty }): SoldPieces[] => {
    const parts = left.filter((one) => one.line_id === line.id);
    const weights = parts.map((one) => one.qty);
    const among = { from: line.shipped_qty, to: line.shipped_qty + qty };
    const final = splitBy(shareOf(line.final_amount, line.qty, among), weights);
    const borne = splitBy(shareOf(line.promotion_amount + line.coupon_amount, line.qty, among), weights);
    return parts.map((one, place) => ({
      item_id: line.id,
      sku_id: line.sku_id,
      imperfect_type: line.imperfect_type,
      is_gift: line.is_gift,
      qty: one.qty,
      in_ware_detail_id: one.in_ware_detail_id,
      supplier_id: one.supplier_id,
      co_model: one.co_model,
      cost_amount: one.cost,
      final_amount: final[place] ?? 0,
      tax_amount: taxWithin(final[place] ?? 0, line.tax_rate_bp),
      borne_amount: borne[place] ?? 0,
    }));
  });
}

/** Writes the batches of the lines and what has left of each. */
async function keepPieces({ db }: WriteContext, pieces: readonly SoldPieces[]): Promise<SoldPieces[]> {
  const rows = JSON.stringify(pieces.map((piece, place) => ({ ...piece, place })));
  await sql`
    update sale_order_item i set shipped_qty = i.shipped_qty + p.qty, cost_amount = coalesce(i.cost_amount, 0) + p.cost,
      supplier_id = coalesce(i.supplier_id, p.supplier_id)
    from (select item_id, sum(qty)::bigint as qty, sum(cost_amount)::bigint as cost,
        case when min(supplier_id) = max(supplier_id) then min(supplier_id) end as supplier_id
      from jsonb_to_recordset(${rows}::jsonb) as p (item_id bigint, qty bigint, cost_amount bigint, supplier_id bigint) group by 1) p
    where i.id = p.item_id`.execute(db);
  const { rows: written } = await sql<{ place: number; id: number }>`
    with p as (
      select p.*, nextval(pg_get_serial_sequence('order_item_batch', 'id')) as id
      from jsonb_to_recordset(${rows}::jsonb) as p (place int, item_id bigint, in_ware_detail_id bigint, supplier_id bigint, co_model smallint, qty bigint,
        cost_amount bigint, final_amount bigint, tax_amount bigint, borne_amount bigint)
      where p.in_ware_detail_id is not null
    ), kept as (
      insert into order_item_batch (id, order_item_id, in_ware_detail_id, supplier_id, co_model, qty, cost_amount, final_amount, tax_amount, borne_amount)
      select id, item_id, in_ware_detail_id, supplier_id, co_model, qty, cost_amount, final_amount, tax_amount, borne_amount from p
    )
    select place, id from p`.execute(db);
  const ids = new Map(written.map(({ place, id }) => [place, id]));
  return pieces.map((piece, place) => ({ ...piece, sold_id: ids.get(place) ?? null }));
}
