import { costHistory } from '#contract/areas/costs/cost-history.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';

/** How the cost of goods has changed, batch by batch. */
export function Screen() {
  return <ListPage definition={costHistory} title="成本查询" />;
}
