import { bank } from '#contract/areas/partners/bank.ts';
import { DrawerPage } from '#src/kit/desk/list/drawer-page.tsx';

/** Banks. */
export function Screen() {
  return <DrawerPage definition={bank} title="银行管理" />;
}
