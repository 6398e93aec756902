import { stockRule } from '#contract/areas/warehouse/stock-rule.ts';
import { DrawerPage } from '#src/kit/desk/list/drawer-page.tsx';

/** Rules of stock by warehouse, category and goods. */
export function Screen() {
  return <DrawerPage definition={stockRule} />;
}
