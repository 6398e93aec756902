import { sql } from 'kysely';
import { priceStateOf } from '#contract/areas/contracts/purchase-price-enums.ts';
import { coModelCode } from '#contract/areas/enums.ts';
import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { returnShipped } from '#contract/areas/purchasing/back-order-events.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import {
  goodsReceived,
  type ReceivedBatch,
  receiptReversed,
  receiptReversing,
} from '#contract/areas/purchasing/inbound-events.ts';
import { settleItemStates, settleItemType, settleState, taxOfPieces } from '#contract/areas/settlement/settle-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { MoneySource } from '#server/ledger/money/post-money.ts';
import { addSettleItems, voidItems } from '#server/ledger/money/settle-items.ts';
import { raiseConsigned } from './raise-consigned.ts';
import { raiseDiffering } from './raise-differing.ts';
import { followReturns } from './returned-sales.ts';

/** What goods that came in, went back or were sold on consignment are owed for (domain.md §5.3). */
export function raiseItems({ registry }: Pick<Kit, 'registry'>): void {
  const { events } = registry;
  followReturns({ registry });
  events.on(goodsReceived, async (context, batch) => {
    if (batch.co_model !== coModelCode.bought) return;
    await addSettleItems(
      context,
      sourceOfBatch(batch),
      batch.lines.map((line) => ({
        supplierId: batch.supplier_id,
        coModel: batch.co_model,
        itemType: settleItemType.receipt,
        sourceLineId: line.detail_id,
        occurDate: batch.business_date,
        skuId: line.sku_id,
        qty: line.qty,
        price: line.purchase_price,
        taxRateBp: line.tax_rate_bp,
        amount: line.amount,
        taxAmount: line.tax_amount,
        unpriced: line.price_state === priceStateOf.estimated,
      })),
    );
  });
  raiseConsigned({ events });
  raiseDiffering({ events });
  events.on(receiptReversing, refuseTaken);
  events.on(receiptReversed, (context, batch) => voidItems(context, sourceOfBatch(batch)));
  events.on(returnShipped, async (context, back) => {
    if (back.co_model !== coModelCode.bought) return;
    const waiting = await unpricedBatches(
      context,
      back.lines.map((line) => line.in_ware_detail_id),
    );
    await addSettleItems(
      context,
      { docType: backOrder.name, docId: back.back_id, docNo: back.back_no },
      back.lines.map((line) => ({
        supplierId: back.supplier_id,
        coModel: back.co_model,
        itemType: settleItemType.return,
        sourceLineId: line.line_id,
        occurDate: businessDay(new Date(back.at)),
        skuId: line.sku_id,
        qty: -line.qty,
        price: line.back_price,
        taxRateBp: line.tax_rate_bp,
        amount: -line.amount,
        taxAmount: taxOfPieces(line.back_price, line.tax_rate_bp, -line.qty),
        unpriced: waiting.has(line.in_ware_detail_id),
      })),
    );
  });
}

const sourceOfBatch = ({ batch_id, batch_no }: Pick<ReceivedBatch, 'batch_id' | 'batch_no'>): MoneySource => ({
  docType: inWareBatch.name,
  docId: batch_id,
  docNo: batch_no,
});

/** Those of these batches whose items wait for a price: what goes back of them waits with them, and is priced with them (amendments C). */
async function unpricedBatches({ db }: WriteContext, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select source_line_id as id from settle_item
    where source_type = ${inWareBatch.name} and source_line_id = any(${[...ids]}::bigint[]) and status = ${settleState.unpriced}`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** What is on a check bill or in a statement was agreed on: the batch it is of stays. */
async function refuseTaken({ db }: WriteContext, { batch_id, batch_no }: { batch_id: number; batch_no: string }) {
  const { rows } = await sql<{ status: keyof typeof settleItemStates; bill_no: string | null }>`
    select i.status, b.bill_no from settle_item i left join check_bill b on b.id = i.check_bill_id
    where i.source_type = ${inWareBatch.name} and i.source_id = ${batch_id} and i.status > ${settleState.open} limit 1`.execute(
    db,
  );
  const [taken] = rows;
  if (taken)
    throw new Refusal(
      'illegalTransition',
      `${batch_no} 的结算项目${settleItemStates[taken.status]}${taken.bill_no ? `（对账单 ${taken.bill_no}）` : ''}，不能红冲`,
    );
}
