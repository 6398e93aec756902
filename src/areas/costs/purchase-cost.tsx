import { useSearchParams } from 'react-router-dom';
import { purchaseCost } from '#contract/areas/costs/purchase-cost.ts';
import { waitingPrice } from '#contract/areas/costs/waiting-price.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { type View, Views } from '#src/kit/desk/screen-views.tsx';
import { boughtAt } from './addresses.ts';

/** What the lines of inbound batches were bought at, what they cost now, and how much of them is left; beside them those that came in at an estimate. */
export function Screen() {
  const [params] = useSearchParams();
  const mayWait = useMayUse()(waitingPrice.calls.list?.[1]);
  const waiting = mayWait && params.get('view') === 'waiting';
  const above = mayWait && <Views open={waiting ? boughtAt.waiting : boughtAt.list} views={views} />;
  if (!waiting) return <ListPage key="costs" definition={purchaseCost} slots={{ above }} />;
  return <ListPage key="waiting" definition={waitingPrice} slots={{ above }} />;
}

const views: readonly View[] = [
  { at: boughtAt.list, words: purchaseCost.label },
  { at: boughtAt.waiting, words: waitingPrice.label },
];
