import { useDeferredValue } from 'react';
import { type OrderedGoods, type OrderQuestion, purchaseCalls } from '#contract/areas/purchasing/purchase-calls.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { limits } from '#contract/kit/limits.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useRead } from '#src/engine/use-read.ts';

/** What an order stands on while it is written: its contract, and what each of its goods costs by it; asked once for all who show it. */
export function useOrderTerms(form: FormView) {
  const question = useDeferredValue(questionOf(form));
  const read = useRead(purchaseOrder, purchaseCalls.addView, { input: question ?? nothing, when: question !== null });
  const value = question === null ? undefined : read.value;
  return { terms: value?.terms, goods: value?.lines ?? none };
}

const none: readonly OrderedGoods[] = [];
const nothing: OrderQuestion = { contract_id: 1, sku_ids: [] };

function questionOf({ values, lines, record }: FormView): OrderQuestion | null {
  if (typeof values.contract_id !== 'number') return null;
  const skuIds = lines.rows.flatMap(({ values: { sku_id } }) => (typeof sku_id === 'number' ? [sku_id] : []));
  return {
    ...(record ? { id: (record as { id: number }).id } : {}),
    contract_id: values.contract_id,
    sku_ids: [...new Set(skuIds)].slice(0, limits.pastedEntries),
  };
}
