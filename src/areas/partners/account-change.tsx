import { accountTermNames } from '#contract/areas/partners/account-terms.ts';
import { supplierAccountChange } from '#contract/areas/partners/supplier-account-change.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { TermsCompared } from './terms-compared.tsx';

/** One change of an account: what it would change from and to, and the steps that are open to this person. */
export function AccountChange({ id }: { id: number }) {
  return (
    <DetailPage
      definition={supplierAccountChange}
      id={id}
      names={facts}
      slots={{
        below: (change) => <TermsCompared change={change} />,
        asks: (step, change) => step === 'check' && <TermsCompared change={change} />,
      }}
    />
  );
}

const facts = [
  'supplier_id',
  'account_id',
  'change_type',
  ...accountTermNames,
  'created_by',
  'created_at',
  'cancel_reason',
];
