import { useNavigate, useSearchParams } from 'react-router-dom';
import { accountCheckState, supplierAccount } from '#contract/areas/partners/supplier-account.ts';
import { supplierAccountChange } from '#contract/areas/partners/supplier-account-change.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useBulkAction } from '#src/kit/desk/bulk/use-bulk-action.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { useSwitchActions } from '#src/kit/desk/list/switch-actions.tsx';
import { Views } from '#src/kit/desk/screen-views.tsx';
import { AccountChanges } from './account-changes.tsx';
import { partnerAt } from './addresses.ts';

/** Accounts of suppliers as they are in force, and beside them the changes that finance judges (amendments E). */
export function Screen() {
  const [params] = useSearchParams();
  if (params.get('shows') === 'changes')
    return <AccountChanges views={<Views open={partnerAt.accountChanges} views={views} />} />;
  return <Accounts />;
}

const views = [
  { at: partnerAt.accounts, words: '账户' },
  { at: partnerAt.accountChanges, words: supplierAccountChange.label },
];

function Accounts() {
  const navigate = useNavigate();
  const mayEdit = useMayUse()(supplierAccount.calls.edit?.[1]);
  const switches = useSwitchActions(supplierAccount);
  const bulk = useBulkAction(supplierAccount, partnerAt.manyAccounts);
  return (
    <ListPage
      definition={supplierAccount}
      newAt={partnerAt.newAccount()}
      openAt={(row) => partnerAt.editAccount(row.id)}
      rowActions={(row) => [
        ...(mayEdit ? [{ key: 'edit', label: '编辑', run: () => void navigate(partnerAt.editAccount(row.id)) }] : []),
        ...(row.check_state === accountCheckState.waiting
          ? [
              {
                key: 'changes',
                label: '待复核',
                run: () => void navigate(`${partnerAt.accountChanges}&account_id=${row.id}`),
              },
            ]
          : []),
        ...switches.rowActions(row),
      ]}
      batchActions={({ selection }) => [...bulk(selection.ids), ...switches.batchActions(selection)]}
      slots={{
        above: (
          <>
            <Views open={partnerAt.accounts} views={views} />
            {switches.notice}
          </>
        ),
      }}
    />
  );
}
