import { inoutWater } from '#contract/areas/reports/inout-water.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';

/** Movements of goods as finance reads them. */
export function Screen() {
  return <ListPage definition={inoutWater} title={inoutWater.label} />;
}
