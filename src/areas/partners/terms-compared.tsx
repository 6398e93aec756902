import { accountTermNames, accountTerms } from '#contract/areas/partners/account-terms.ts';
import { supplierAccount } from '#contract/areas/partners/supplier-account.ts';
import { accountChangeState } from '#contract/areas/partners/supplier-account-change.ts';
import { useDetail } from '#src/engine/detail/use-detail.ts';
import type { Row, Values } from '#src/engine/row.ts';
import { lookOf } from '#src/kit/desk/kinds/index.ts';

/** What a waiting change would alter in the account that is in force; of an account that never was, nothing is altered. */
export function TermsCompared({ change }: { change: Row }) {
  const { record } = useDetail(supplierAccount, Number(change.account_id));
  const account = record as unknown as Row | undefined;
  if (!account || account.in_force_at === null || change.status !== accountChangeState.waiting) return null;
  const altered = accountTermNames.filter((name) => account[name] !== change[name]);
  return (
    <ul className="desk-changes">
      {altered.map((name) => (
        <li key={name}>
          <span className="desk-hint">{accountTerms[name].label}</span> <del>{shown(name, account)}</del> →{' '}
          <ins>{shown(name, change)}</ins>
        </li>
      ))}
    </ul>
  );
}

function shown(name: keyof typeof accountTerms, record: Values) {
  const field = accountTerms[name];
  return lookOf(field).cell({ value: record[name], field, name, record });
}
