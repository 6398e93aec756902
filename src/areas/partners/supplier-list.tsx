import { supplier } from '#contract/areas/partners/supplier.ts';
import { MasterPage } from '#src/kit/desk/list/master-page.tsx';
import { partnerAt } from './addresses.ts';

/** Suppliers: list, look, edit, switch on and off, change many at once. */
export function Screen() {
  return (
    <MasterPage
      definition={supplier}
      newAt={partnerAt.newSupplier}
      editAt={partnerAt.editSupplier}
      openAt={partnerAt.supplier}
      bulkAt={partnerAt.manySuppliers}
    />
  );
}
