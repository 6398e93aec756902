import { outWareDetail } from '#contract/areas/warehouse/out-ware-detail.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';

/** Everything that left warehouses for good, with what it cost for whoever may see that. */
export function Screen() {
  return <ListPage definition={outWareDetail} openAt={(row) => `/storage/outwareDetail?id=${row.id}`} />;
}
