import { useDeferredValue } from 'react';
import { type PricedGoods, type PriceQuestion, priceCalls } from '#contract/areas/price/price-calls.ts';
import { priceSheet } from '#contract/areas/price/price-sheet.ts';
import { limits } from '#contract/kit/limits.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useRead } from '#src/engine/use-read.ts';

/** What the goods of a sheet are sold at now where it will hold, and what stands in its way; asked once for all who show it. */
export function usePresentPrices(form: FormView): { goods: readonly PricedGoods[] } {
  const question = useDeferredValue(questionOf(form));
  const read = useRead(priceSheet, priceCalls.addView, {
    input: question ?? { sku_ids: [], price_type: 1, scope_type: 1 },
    when: question !== null,
  });
  return { goods: (question === null ? undefined : read.value?.lines) ?? none };
}

const none: readonly PricedGoods[] = [];

function questionOf({ values, lines, record }: FormView): PriceQuestion | null {
  const skuIds = lines.rows.flatMap(({ values: { sku_id } }) => (typeof sku_id === 'number' ? [sku_id] : []));
  if (skuIds.length === 0 || typeof values.price_type !== 'number' || typeof values.scope_type !== 'number')
    return null;
  const ids = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);
  const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
  return {
    ...(record ? { id: (record as { id: number }).id } : {}),
    sku_ids: skuIds.slice(0, limits.pastedEntries),
    price_type: values.price_type,
    scope_type: values.scope_type,
    organize_ids: ids(values.organize_ids),
    shop_ids: ids(values.shop_ids),
    sale_channel_value: text(values.sale_channel_value),
    effective_at: text(values.effective_at),
    expire_at: text(values.expire_at),
  };
}
