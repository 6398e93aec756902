import { negativeInventory } from '#contract/areas/warehouse/negative-inventory.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';

/** Pieces that left and were not there, open and closed. */
export function Screen() {
  return <ListPage definition={negativeInventory} openAt={(row) => `/storage/negativeInventoryDet?id=${row.id}`} />;
}
