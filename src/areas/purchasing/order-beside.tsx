import type { ReactNode } from 'react';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { priceSheet } from '#contract/areas/price/price-sheet.ts';
import type { OrderedGoods } from '#contract/areas/purchasing/purchase-calls.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import type { FormLine } from '#src/engine/form/lines.ts';
import { type BesideColumn, unpriced } from '#src/kit/desk/lines/beside.tsx';

/** What is known of the goods of an order beside what is typed: cost by the contract, what the line comes to, tag and sale price, and what is left of that. */
export function orderBeside(goods: readonly OrderedGoods[]): BesideColumn[] {
  const known = new Map(goods.map((one) => [one.sku_id, one]));
  const of = ({ values }: FormLine) => known.get(Number(values.sku_id));
  const { purchase_price, amount } = purchaseOrder.lines.fields;
  const { sale_price } = purchasePriceSheet.lines.fields;
  const sold: BesideColumn[] = [
    { key: 'tag', label: sku.fields.tag_price.label, width: 104, of: (line) => yuan(of(line)?.tag_price) },
    { key: 'sale', label: sale_price.label, width: 104, of: (line) => yuan(of(line)?.sale_price) },
  ];
  if (!goods.some((one) => 'price' in one)) return sold;
  return [
    {
      key: 'price',
      label: purchase_price.label,
      width: 112,
      of: (line) => (of(line)?.price === null ? unpriced : yuan(of(line)?.price)),
    },
    { key: 'amount', label: amount.label, width: 128, of: (line) => yuan(amountOf(of(line), line)) },
    ...sold,
    { key: 'margin', label: priceSheet.lines.fields.margin_bp.label, width: 84, of: (line) => marginOf(of(line)) },
  ];
}

/** What a line comes to; undefined while its price or its quantity is not known. */
export function amountOf(goods: OrderedGoods | undefined, { values: { qty } }: FormLine): number | undefined {
  return typeof goods?.price === 'number' && typeof qty === 'number' ? goods.price * qty : undefined;
}

/** What is left of the present sale price, both with tax; less than nothing is told as such. */
function marginOf(goods: OrderedGoods | undefined): ReactNode {
  if (typeof goods?.price !== 'number' || goods.sale_price <= 0) return null;
  const share = ((goods.sale_price - goods.price) * 100) / goods.sale_price;
  return <span className={share < 0 ? 'desk-negative' : undefined}>{`${share.toFixed(1)}%`}</span>;
}

const yuan = (fen: number | null | undefined): ReactNode => (typeof fen === 'number' ? printYuan(fen) : null);
