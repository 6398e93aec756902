import { subBranch } from '#contract/areas/partners/sub-branch.ts';
import { DrawerPage } from '#src/kit/desk/list/drawer-page.tsx';

/** Branches of banks. */
export function Screen() {
  return <DrawerPage definition={subBranch} title="支行管理" />;
}
