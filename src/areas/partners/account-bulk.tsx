import { supplierAccount } from '#contract/areas/partners/supplier-account.ts';
import { BulkPage } from '#src/kit/desk/bulk/bulk-page.tsx';
import { partnerAt } from './addresses.ts';

/** Status and default flag of many accounts at once; the flag is proposed to finance, account by account. */
export function Screen() {
  return <BulkPage definition={supplierAccount} listAt={partnerAt.accounts} />;
}
