import type { ReactNode } from 'react';
import type { PurchasedGoods } from '#contract/areas/contracts/purchase-price-calls.ts';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import type { FormLine } from '#src/engine/form/lines.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import type { FormView } from '#src/engine/use-form.ts';
import type { BesideColumn } from '#src/kit/desk/lines/beside.tsx';
import { LinesRoom } from '#src/kit/desk/lines/lines-room.tsx';
import { usePresentPurchases } from './use-present-purchases.ts';

/** The goods of a purchase price sheet with what they are bought and sold at now, and, for whoever may see it, what the new price leaves. */
export function PurchaseLines({ form }: { form: FormView }) {
  const goods = usePresentPurchases(form);
  const markup = useMayUse()(purchasePriceSheet.lines.fields.markup_bp.mask);
  return <LinesRoom form={form} beside={purchaseBeside(goods, markup)} />;
}

/** What stands beside the new price of each line. */
export function purchaseBeside(goods: readonly PurchasedGoods[], markup: boolean): BesideColumn[] {
  const known = new Map(goods.map((one) => [one.sku_id, one]));
  const of = ({ values }: FormLine) => known.get(Number(values.sku_id));
  const { old_price, sale_price, markup_bp } = purchasePriceSheet.lines.fields;
  const figure = (key: string, label: string, from: (one: PurchasedGoods) => number | null): BesideColumn => ({
    key,
    label,
    width: 104,
    of: (line) => {
      const one = of(line);
      if (!one) return null;
      const value = from(one);
      return value === null ? '无' : printYuan(value);
    },
  });
  return [
    figure('old', old_price.label, (one) => one.old_price),
    figure('tag', sku.fields.tag_price.label, (one) => one.tag_price),
    figure('sale', sale_price.label, (one) => one.sale_price),
    ...(markup
      ? [{ key: 'markup', label: markup_bp.label, width: 88, of: (line: FormLine) => markupOf(of(line), line) }]
      : []),
  ];
}

/** What the present sale price has over the new price, as the sheet keeps it; less than nothing is told as such. */
function markupOf(goods: PurchasedGoods | undefined, { values: { new_price: price } }: FormLine): ReactNode {
  if (!goods || typeof price !== 'number' || price <= 0) return null;
  const share = ((goods.sale_price - price) * 100) / price;
  return <span className={share < 0 ? 'desk-negative' : undefined}>{`${share.toFixed(1)}%`}</span>;
}
