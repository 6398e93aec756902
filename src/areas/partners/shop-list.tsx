import { shop } from '#contract/areas/partners/shop.ts';
import { MasterPage } from '#src/kit/desk/list/master-page.tsx';

/** Shops: list, edit, open and close. */
export function Screen() {
  return (
    <MasterPage
      definition={shop}
      newAt="/basicbox/addMd"
      editAt={(id) => `/basicbox/addMd?id=${id}`}
      codes={[1, 3, 0]}
    />
  );
}
