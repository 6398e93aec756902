import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { supplierAccount } from '#contract/areas/partners/supplier-account.ts';
import { supplierAccountChange } from '#contract/areas/partners/supplier-account-change.ts';
import { type ListView, useList } from '#src/engine/list/use-list.ts';
import type { Row } from '#src/engine/row.ts';
import { Facts } from '#src/kit/desk/detail/facts.tsx';
import { partnerAt } from './addresses.ts';

/** Above the form of an account: whose it is, how it stands, and the change of it that waits already. */
export function AccountStanding({ account }: { account: Row }) {
  const fixed = useMemo(() => ({ account_id: account.id, status: [1] }), [account.id]);
  const { rows } = useList(supplierAccountChange, { inAddress: false, fixed }) as unknown as ListView<Row>;
  const [waiting] = rows;
  return (
    <>
      <Facts definition={supplierAccount} record={account} names={facts} />
      {waiting && (
        <div className="desk-unknown" role="status">
          <span>
            {String(waiting.created_by__title ?? '')} 提交的修改待财务复核，以下为现行内容；再次保存将取代该修改
          </span>
          <Link to={partnerAt.accountChange(waiting.id)}>查看修改</Link>
        </div>
      )}
    </>
  );
}

const facts = ['supplier_id', 'status', 'check_state', 'in_force_at', 'checked_by'];
