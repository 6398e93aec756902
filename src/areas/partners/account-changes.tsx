import type { ReactNode } from 'react';
import { supplierAccountChange } from '#contract/areas/partners/supplier-account-change.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { partnerAt } from './addresses.ts';

/** The changes of accounts, judged one by one on their page or several at once; `views` leads back to the accounts. */
export function AccountChanges({ views }: { views: ReactNode }) {
  return (
    <ListPage
      definition={supplierAccountChange}
      openAt={(row) => partnerAt.accountChange(row.id)}
      slots={{ above: views }}
    />
  );
}
