import { supplier } from '#contract/areas/partners/supplier.ts';
import { BulkPage } from '#src/kit/desk/bulk/bulk-page.tsx';

/** Purchaser, level, settlement and status of many suppliers at once. */
export function Screen() {
  return <BulkPage definition={supplier} listAt="/basicbox/gyList" />;
}
