import { orderRefund } from '#contract/areas/after-sales/order-refund.ts';
import { orderService } from '#contract/areas/after-sales/order-service.ts';
import { orderRefunded, saleReturned } from '#contract/areas/orders/order-events.ts';
import { settleItemType } from '#contract/areas/settlement/settle-enums.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { addSettleItems, type NewItem } from '#server/ledger/money/settle-items.ts';
import { type OwedBack, owedForRefund, owedForReturns } from '#server/terms/owed-back.ts';

/** What suppliers of consigned goods and of joint ventures are owed no more for goods that came back, or money that went back (domain.md §5.3, amendments C). */
export function followReturns({ registry: { events } }: Pick<Kit, 'registry'>): void {
  events.on(saleReturned, async (context, returned) => {
    const owed = await owedForReturns(context.db, returned.pieces);
    await addSettleItems(
      context,
      { docType: orderService.name, docId: returned.service_id, docNo: returned.service_no },
      owed.map((one) => itemOf(one, returned.business_date)),
    );
  });
  events.on(orderRefunded, async (context, refunded) => {
    if (!refunded.without_return) return;
    const owed = await owedForRefund(context.db, refunded.lines ?? []);
    await addSettleItems(
      context,
      { docType: orderRefund.name, docId: refunded.refund_id, docNo: refunded.refund_no },
      owed.map((one) => itemOf(one, refunded.business_date)),
    );
  });
}

const itemOf = (owed: OwedBack, occurDate: string): NewItem => ({
  supplierId: owed.supplier_id,
  coModel: owed.co_model,
  itemType: settleItemType.saleReturn,
  sourceLineId: owed.in_ware_detail_id,
  occurDate,
  skuId: owed.sku_id,
  qty: -owed.qty,
  price: owed.price,
  taxRateBp: owed.tax_rate_bp,
  amount: -owed.amount,
  taxAmount: -owed.tax_amount,
  unpriced: owed.unpriced,
});
