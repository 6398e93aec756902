import { sql } from 'kysely';
import { settleItemType, taxOfPieces } from '#contract/areas/settlement/settle-enums.ts';
import {
  type ConsignedDifference,
  consignedDiffered,
  type DifferingPieces,
  stockDiffered,
} from '#contract/areas/warehouse/stock-events.ts';
import type { EventKind } from '#contract/kit/event.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { addSettleItems, type NewItem } from '#server/ledger/money/settle-items.ts';

type Differed = typeof stockDiffered extends EventKind<infer Payload> ? Payload : never;

/** Consigned pieces that the company has lost or used up are owed for like sold ones; those that turn up again no more (domain.md §5.3, amendments C). */
export function raiseDiffering({ events }: Pick<Kit['registry'], 'events'>): void {
  events.on(stockDiffered, async (context, differed, event) => {
    const lost = await lostOf(context, differed.pieces);
    const found = await foundOf(context, differed);
    const parts = [...lost, ...found];
    if (parts.length === 0) return;
    await addSettleItems(
      context,
      { docType: differed.source_type, docId: differed.source_id, docNo: differed.source_no },
      parts.map((part) => itemOf(part, { day: differed.business_date, event: event ?? null })),
    );
    const { source_type, source_id, source_no, business_date } = differed;
    await events.emit(context, consignedDiffered, {
      source_type,
      source_id,
      source_no,
      business_date,
      parts: parts.map(({ price: _price, rate: _rate, unpriced: _unpriced, ...part }) => part),
    });
  });
}

/** What is owed for pieces of one batch that left a place in one way, with the terms it is owed by. Below zero where they are found again. */
interface OwedPart extends ConsignedDifference {
  readonly price: number;
  readonly rate: number;
  readonly unpriced: boolean;
}

const isConsigned = ({ co_model: model, supplier_id: supplier }: DifferingPieces): boolean =>
  (model ?? 1) > 1 && supplier !== null;

/** What of consigned batches is gone: owed at the price of the batch, whatever the model (domain.md §5.3). */
async function lostOf({ db }: WriteContext, pieces: readonly DifferingPieces[]): Promise<OwedPart[]> {
  const gone = pieces.filter((one) => isConsigned(one) && one.qty < 0 && one.in_ware_detail_id !== null);
  if (gone.length === 0) return [];
  const { rows } = await sql<{ id: number; price: number; rate: number; unpriced: boolean }>`
    select id, purchase_price as price, coalesce(tax_rate_bp, 0) as rate, price_state = 2 as unpriced from in_ware_batch_detail
    where id = any(${gone.map(({ in_ware_detail_id: id }) => id)}::bigint[])`.execute(db);
  const terms = new Map(rows.map((row) => [row.id, row]));
  return summed(
    gone.flatMap((one) => {
      const of = terms.get(one.in_ware_detail_id ?? 0);
      return of ? [partOf(one, { detail: of.id, qty: -one.qty, ...of })] : [];
    }),
  );
}

interface Lost {
  detail: number;
  qty: number;
  price: number;
  rate: number;
  unpriced: boolean;
}

/** Parties from which what was lost comes back, or what was sold in an imported history; what comes from others was never gone. */
const comesBack: ReadonlySet<string> = new Set(['gain_loss', 'customer']);

/** What has turned up of consigned goods: as many as were lost before are owed for no more, the latest first; the rest is its supplier's and changes nothing. */
async function foundOf(context: WriteContext, { pieces }: Differed): Promise<OwedPart[]> {
  const found = pieces.filter((one) => isConsigned(one) && one.qty > 0 && comesBack.has(one.party));
  if (found.length === 0) return [];
  const open = await openLosses(context, found);
  return summed(
    found.flatMap((one) =>
      takeLatest(open.get(goodsOf(one)) ?? [], one.qty).map((part) => partOf(one, { ...part, qty: -part.qty })),
    ),
  );
}

interface Goods {
  readonly supplier_id: number | null;
  readonly sku_id: number;
}

const goodsOf = ({ supplier_id: supplier, sku_id: sku }: Goods): string => `${supplier}/${sku}`;

/** Losses of suppliers' goods that nothing has been found of yet, the oldest first. Held, so that nobody else finds the same. */
async function openLosses({ db }: WriteContext, found: readonly Goods[]): Promise<Map<string, Lost[]>> {
  const { rows } = await sql<Lost & Goods & { item_type: number }>`
    select supplier_id, sku_id, source_line_id as detail, item_type, qty, price, tax_rate_bp as rate, status = 0 as unpriced from settle_item
    where (supplier_id, sku_id) in (select * from unnest(${found.map((one) => one.supplier_id)}::bigint[], ${found.map((one) => one.sku_id)}::bigint[]))
      and event_id is not null and status <> -1 order by id for update`.execute(db);
  const open = new Map<string, Lost[]>();
  for (const { item_type: type, supplier_id: supplier, sku_id: sku, ...row } of rows) {
    const name = goodsOf({ supplier_id: supplier, sku_id: sku });
    const lost = open.get(name) ?? [];
    open.set(name, lost);
    if (type === settleItemType.sale) lost.push(row);
    else takeLatest(lost, -row.qty);
  }
  return open;
}

/** Takes so many pieces off the end of what is lost, as far as there are any, and answers from which losses. */
function takeLatest(lost: Lost[], pieces: number): Lost[] {
  const taken: Lost[] = [];
  let left = pieces;
  for (let last = lost.at(-1); left > 0 && last; last = lost.at(-1)) {
    const qty = Math.min(left, last.qty);
    taken.push({ ...last, qty });
    left -= qty;
    last.qty -= qty;
    if (last.qty === 0) lost.pop();
  }
  return taken;
}

function partOf(piece: DifferingPieces, { detail, qty, price, rate, unpriced }: Lost): OwedPart {
  return {
    supplier_id: Number(piece.supplier_id),
    co_model: Number(piece.co_model),
    warehouse_id: piece.warehouse_id,
    biz_type: piece.biz_type,
    party: piece.party,
    in_ware_detail_id: detail,
    sku_id: piece.sku_id,
    qty,
    amount: qty * price,
    tax_amount: taxOfPieces(price, rate, qty),
    price,
    rate,
    unpriced,
  };
}

/** One part of each batch, way and place: one item of each. */
function summed(parts: readonly OwedPart[]): OwedPart[] {
  const sums = new Map<string, OwedPart>();
  for (const part of parts) {
    const name = `${part.in_ware_detail_id}/${Math.sign(part.qty)}`;
    const sum = sums.get(name);
    sums.set(
      name,
      sum
        ? {
            ...sum,
            qty: sum.qty + part.qty,
            amount: sum.amount + part.amount,
            tax_amount: sum.tax_amount + part.tax_amount,
          }
        : part,
    );
  }
  return [...sums.values()];
}

const itemOf = (part: OwedPart, { day, event }: { day: string; event: number | null }): NewItem => ({
  supplierId: part.supplier_id,
  coModel: part.co_model,
  itemType: part.qty > 0 ? settleItemType.sale : settleItemType.saleReturn,
  sourceLineId: part.in_ware_detail_id,
  eventId: event,
  warehouseId: part.warehouse_id,
  occurDate: day,
  skuId: part.sku_id,
  qty: part.qty,
  price: part.price,
  taxRateBp: part.rate,
  amount: part.amount,
  taxAmount: part.tax_amount,
  unpriced: part.unpriced,
});
