import { useMemo } from 'react';
import { supplierAccount } from '#contract/areas/partners/supplier-account.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { partnerAt } from './addresses.ts';

/** A new account, of the supplier whose page one came from. */
export function Screen() {
  const supplierId = useRecordId('supplier_id');
  const given = useMemo(() => (supplierId === undefined ? {} : { supplier_id: supplierId }), [supplierId]);
  return <FormPage key={supplierId} definition={supplierAccount} given={given} listAt={partnerAt.accounts} />;
}
