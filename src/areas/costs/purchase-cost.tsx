import { purchaseCost } from '#contract/areas/costs/purchase-cost.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';

/** What the lines of inbound batches were bought at, what they cost now, and how much of them is left. */
export function Screen() {
  return <ListPage definition={purchaseCost} />;
}
