import { useSearchParams } from 'react-router-dom';
import { bank } from '#contract/areas/partners/bank.ts';
import { ownAccount } from '#contract/areas/partners/own-account.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import { DrawerPage } from '#src/kit/desk/list/drawer-page.tsx';
import { Views } from '#src/kit/desk/screen-views.tsx';
import { partnerAt } from './addresses.ts';

/** Banks, and beside them the company's own accounts for those who may see them. */
export function Screen() {
  const [params] = useSearchParams();
  const maySee = useAllowed(ownAccount.calls.list?.[1]);
  if (!maySee) return <DrawerPage definition={bank} title="银行管理" />;
  if (params.get('shows') === 'own')
    return (
      <DrawerPage
        key="own"
        definition={ownAccount}
        title={ownAccount.label}
        above={<Views open={partnerAt.ownAccounts} views={views} />}
      />
    );
  return (
    <DrawerPage key="banks" definition={bank} title="银行管理" above={<Views open={partnerAt.banks} views={views} />} />
  );
}

const views = [
  { at: partnerAt.banks, words: bank.label },
  { at: partnerAt.ownAccounts, words: ownAccount.label },
];
