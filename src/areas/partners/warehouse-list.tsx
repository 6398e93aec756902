import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { MasterPage } from '#src/kit/desk/list/master-page.tsx';

/** Warehouses: list, edit, switch on and off. */
export function Screen() {
  return <MasterPage definition={warehouse} newAt="/basicbox/addCk" editAt={(id) => `/basicbox/addCk?id=${id}`} />;
}
