import type { QuantityRow } from '#contract/areas/purchasing/purchase-calls.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { quantityKind } from '#contract/kit/kinds/number.ts';
import { limits } from '#contract/kit/limits.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { namedGoods, whyNoGoods } from './goods-by-code.ts';

/** A row that names goods and how many of them, read; `row` counts from 1. */
interface ReadRow<R> {
  readonly row: number;
  readonly given: R;
  readonly sku_id: number;
  readonly sku_no: string;
  readonly name: string;
  readonly qty: number;
}

/**
 * Reads rows of a sheet or of the clipboard: goods by their number or a barcode, quantities as people write them. Every row is answered, as
 * one that was read or by why it was not; `sameAs` says which rows may not stand beside one another.
 */
export async function readQuantityRows<R extends QuantityRow>(
  context: ReadContext,
  rows: readonly R[],
  sameAs: (skuId: number, row: R) => string = String,
): Promise<{ read: ReadRow<R>[]; errors: { row: number; words: string }[] }> {
  const goods = await namedGoods(context, rows);
  const errors: { row: number; words: string }[] = [];
  const read = new Map<string, ReadRow<R>>();
  for (const [place, given] of rows.entries()) {
    const row = place + 1;
    const refuse = (words: string) => errors.push({ row, words });
    const known = goods.get(given.code);
    const qty = quantityKind.parse(given.qty, purchaseOrder.lines.fields.qty);
    if (!known) refuse(whyNoGoods(given.code));
    else if (known.status !== 1) refuse(`货品 ${known.sku_no} 已停用`);
    else if (qty === undefined || qty < 1 || qty > limits.quantity)
      refuse(`数量“${given.qty}”不正确，应为 1 到 ${limits.quantity} 的整数`);
    else {
      const key = sameAs(known.sku_id, given);
      const first = read.get(key);
      if (first) refuse(`与第 ${first.row} 行是同一货品`);
      else {
        const { sku_id, sku_no, name } = known;
        read.set(key, { row, given, sku_id, sku_no, name, qty });
      }
    }
  }
  return { read: [...read.values()], errors };
}
