import { useSearchParams } from 'react-router-dom';
import { accountTermNames } from '#contract/areas/partners/account-terms.ts';
import { supplierAccount } from '#contract/areas/partners/supplier-account.ts';
import type { Row } from '#src/engine/row.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { AccountChange } from './account-change.tsx';
import { AccountStanding } from './account-standing.tsx';
import { partnerAt } from './addresses.ts';

/** An account to edit, or a change of one to judge: whichever the address names. */
export function Screen() {
  const id = useRecordId();
  const [params] = useSearchParams();
  if (id === undefined) return <MissingPage title={supplierAccount.label} />;
  if (params.get('shows') === 'change') return <AccountChange key={id} id={id} />;
  return (
    <FormPage
      key={id}
      definition={supplierAccount}
      id={id}
      names={accountTermNames}
      listAt={partnerAt.accounts}
      slots={{ above: ({ record }) => record && <AccountStanding account={record as unknown as Row} /> }}
    />
  );
}
