import { sql } from 'kysely';
import { goodsSelection } from '#contract/areas/purchasing/goods-selection.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Tx } from '#server/database/transaction.ts';
import { createDocument } from '#server/kit/create-document.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { contractTerms } from '#server/terms/contract-terms.ts';
import { fillOrder, refuseIdle } from '../order/order-lines.ts';

/** 现货采购, of purchase_type: what a selection becomes unless the buyer says otherwise in the draft. */
const spotPurchase = 2;

/**
 * A confirmed selection becomes a draft of a purchase order (domain.md §4.5): the quantity of each chosen style spread over its colours and
 * sizes, as evenly as whole pieces go, for the buyer to set in the matrix. Its prices are those of the day, not those that were
 * offered. Every chosen style must be one of ours, with goods in use.
 */
export async function makeOrder({ numbers }: Pick<Kit, 'numbers'>, step: Step<typeof goodsSelection>): Promise<Values> {
  const { context, document, input } = step;
  const { db } = context;
  await refuseIdle(db, { ...document, ...input }, ['supplier_id', 'purchaser_id', 'warehouse_id']);
  const lines = spread(await chosenGoods(step));
  const contractId = Number(input.contract_id);
  const terms = await contractTerms(db, contractId);
  const head = {
    purchase_type: spotPurchase,
    supplier_id: Number(document.supplier_id),
    contract_id: contractId,
    co_model: terms?.co_model ?? 0,
    purchaser_id: document.purchaser_id,
    department_id: await departmentOf(db, document.purchaser_id),
    warehouse_id: input.warehouse_id,
    expect_date: input.expect_date,
  };
  if (terms?.supplier_id !== head.supplier_id) throw new Refusal('invalid', '合同不是此供应商的合同', 'contract_id');
  const order = await createDocument({ numbers }, context, {
    definition: purchaseOrder,
    values: head,
    lines,
    source: { definition: goodsSelection, id: document.id, no: String(document.select_no) },
    label: '选品生成',
  });
  await fillOrder(context, order.id, head);
  return { purchase_id: order.id };
}

/** A chosen style with its goods in the order in which they are hung. */
interface Chosen {
  readonly line_id: number;
  readonly qty: number;
  readonly sku_ids: readonly number[];
}

async function chosenGoods({ context, document }: Step<typeof goodsSelection>): Promise<Chosen[]> {
  const { rows } = await sql<Chosen & { place: number; style_no: string; spu_id: number | null }>`
    select l.id as line_id, l.place, l.style_no, l.spu_id, l.choose_qty as qty,
      array(
        select k.id from sku k join attribute_value c on c.id = k.color_value_id join size z on z.id = k.size_id
        where k.spu_id = l.spu_id and k.status = 1 order by c."order", c.id, z."order", z.id) as sku_ids
    from (select row_number() over (order by id) as place, * from goods_selection_line where goods_selection_id = ${document.id}) l
    where l.is_chosen order by l.place`.execute(context.db);
  const homeless = rows.find(({ sku_ids }) => sku_ids.length === 0);
  if (homeless)
    throw new Refusal(
      'invalid',
      `第 ${homeless.place} 行 ${homeless.style_no} ${homeless.spu_id === null ? '还没有对应的商品' : '的商品没有启用的货品'}，请先建档`,
      `lines.${homeless.place - 1}.spu_id`,
    );
  return rows;
}

/** Lines of an order: what is left over after sharing goes to the first, and goods that would get nothing get no line. */
function spread(chosen: readonly Chosen[]): { sku_id: number; qty: number; source_line_id: number }[] {
  const lines = new Map<number, { sku_id: number; qty: number; source_line_id: number }>();
  for (const { line_id, qty, sku_ids } of chosen) {
    const [each, over] = [Math.floor(qty / sku_ids.length), qty % sku_ids.length];
    for (const [place, sku_id] of sku_ids.entries()) {
      const share = each + (place < over ? 1 : 0);
      const known = lines.get(sku_id);
      if (share > 0)
        lines.set(
          sku_id,
          known ? { ...known, qty: known.qty + share } : { sku_id, qty: share, source_line_id: line_id },
        );
    }
  }
  return [...lines.values()];
}

async function departmentOf(db: Tx, purchaserId: unknown): Promise<number | null> {
  const { rows } = await sql<{ department_id: number }>`
    select department_id from purchaser where id = ${purchaserId}`.execute(db);
  return rows[0]?.department_id ?? null;
}
