import type { PurchaseQuestion } from '#contract/areas/contracts/purchase-price-calls.ts';
import type { FormView } from '#src/engine/use-form.ts';

/** Whose goods a form is about to price, and from when; nothing until a supplier is chosen. */
export function questionOf({ values, record }: FormView): Omit<PurchaseQuestion, 'sku_ids'> | null {
  const { supplier_id, contract_id, effective_date } = values;
  if (typeof supplier_id !== 'number') return null;
  return {
    ...(record ? { id: (record as { id: number }).id } : {}),
    supplier_id,
    contract_id: typeof contract_id === 'number' ? contract_id : null,
    effective_date: typeof effective_date === 'string' && effective_date !== '' ? effective_date : null,
  };
}
