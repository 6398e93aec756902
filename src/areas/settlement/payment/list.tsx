import { useNavigate } from 'react-router-dom';
import { payment } from '#contract/areas/settlement/payment.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { paymentAt } from '../addresses.ts';
import { BankFileButton } from './bank-file-button.tsx';

/** Payments: audited in batches, and those that wait to be made as a file for the bank. */
export function Screen() {
  const navigate = useNavigate();
  return (
    <ListPage
      definition={payment}
      newAt={paymentAt.fresh}
      openAt={(row) => paymentAt.detail(row.id)}
      batchActions={() => []}
      rowActions={(row) => [
        { key: 'view', label: '查看', run: () => void navigate(paymentAt.detail(row.id)) },
        ...(row.allowed?.transitions.some((step) => judging.has(step))
          ? [{ key: 'audit', label: '审核', run: () => void navigate(paymentAt.audit(row.id)) }]
          : []),
        ...(row.allowed?.transitions.includes('confirm')
          ? [{ key: 'pay', label: '付款', run: () => void navigate(paymentAt.pay(row.id)) }]
          : []),
        ...(row.allowed?.edit
          ? [{ key: 'edit', label: '编辑', run: () => void navigate(paymentAt.edit(row.id)) }]
          : []),
      ]}
      slots={{
        extra: (list) => <BankFileButton rows={list.selection.rows} />,
      }}
    />
  );
}

const judging: ReadonlySet<string> = new Set(['departmentAudit', 'financeAudit']);
