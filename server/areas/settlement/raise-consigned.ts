import { goodsCovered, goodsSold, type OrderNamed, type SoldPieces } from '#contract/areas/orders/order-events.ts';
import { settleItemType } from '#contract/areas/settlement/settle-enums.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { addSettleItems } from '#server/ledger/money/settle-items.ts';
import { owedForConsigned } from '#server/terms/consigned.ts';

/** Consigned goods are owed for as they are sold; what was sold before its batch came, as that takes its place (domain.md §5.3, amendments B, C). */
export function raiseConsigned({ events }: Pick<Kit['registry'], 'events'>): void {
  events.on(goodsSold, raise);
  events.on(goodsCovered, raise);
}

async function raise(
  context: WriteContext,
  sold: OrderNamed & { readonly pieces: readonly SoldPieces[] },
): Promise<void> {
  const owed = await owedForConsigned(context.db, sold.pieces);
  await addSettleItems(
    context,
    { docType: 'order', docId: sold.order_id, docNo: sold.order_no },
    sold.pieces.flatMap(({ sku_id, qty, sold_id, item_id }, place) => {
      const found = owed[place];
      if (!found) return [];
      return [
        {
          supplierId: found.supplier_id,
          coModel: found.co_model,
          itemType: settleItemType.sale,
          sourceLineId: sold_id ?? item_id,
          occurDate: sold.business_date,
          skuId: sku_id,
          qty,
          price: found.price > 0 ? found.price : null,
          taxRateBp: found.tax_rate_bp,
          amount: found.amount,
          taxAmount: found.tax_amount,
          unpriced: found.unpriced,
        },
      ];
    }),
  );
}
