import { userLabelGroup } from '#contract/areas/members/user-label.ts';
import { DrawerPage } from '#src/kit/desk/list/drawer-page.tsx';

/** Groups of labels; in an exclusive one a member has one label at most. */
export function Screen() {
  return <DrawerPage definition={userLabelGroup} title="标签组" />;
}
