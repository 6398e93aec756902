import { useDeferredValue } from 'react';
import {
  type PurchasedGoods,
  type PurchaseQuestion,
  purchasePriceCalls,
} from '#contract/areas/contracts/purchase-price-calls.ts';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { limits } from '#contract/kit/limits.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useRead } from '#src/engine/use-read.ts';
import { questionOf } from './purchase-question.ts';

/** What the goods of a sheet are bought and sold at now, and which of them it cannot price; asked once for all who show it. */
export function usePresentPurchases(form: FormView): readonly PurchasedGoods[] {
  const question = useDeferredValue(withGoods(form));
  const read = useRead(purchasePriceSheet, purchasePriceCalls.addView, {
    input: question ?? { supplier_id: 1, sku_ids: [] },
    when: question !== null,
  });
  return (question === null ? undefined : read.value?.lines) ?? none;
}

const none: readonly PurchasedGoods[] = [];

function withGoods(form: FormView): PurchaseQuestion | null {
  const asked = questionOf(form);
  const skuIds = form.lines.rows.flatMap(({ values: { sku_id } }) => (typeof sku_id === 'number' ? [sku_id] : []));
  if (!asked || skuIds.length === 0) return null;
  return { ...asked, sku_ids: skuIds.slice(0, limits.pastedEntries) };
}
