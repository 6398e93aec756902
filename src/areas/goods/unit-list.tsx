import { unit } from '#contract/areas/goods/unit.ts';
import { DrawerPage } from '#src/kit/desk/list/drawer-page.tsx';

/** Units of measure. */
export function Screen() {
  return <DrawerPage definition={unit} title="计量单位" />;
}
