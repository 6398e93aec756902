import { useNavigate } from 'react-router-dom';
import { payment } from '#contract/areas/settlement/payment.ts';
import { paymentCalls } from '#contract/areas/settlement/settle-calls.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { SaveFileButton } from '#src/kit/desk/save-file-button.tsx';
import { paymentAt } from '../addresses.ts';

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
        ...(judged.has(Number(row.status))
          ? [{ key: 'audit', label: '审核', run: () => void navigate(paymentAt.audit(row.id)) }]
          : []),
        ...(row.status === ready
          ? [{ key: 'pay', label: '付款', run: () => void navigate(paymentAt.pay(row.id)) }]
          : []),
        ...(row.allowed?.edit
          ? [{ key: 'edit', label: '编辑', run: () => void navigate(paymentAt.edit(row.id)) }]
          : []),
      ]}
      slots={{
        extra: (list) => (
          <SaveFileButton
            call={paymentCalls.bankFile}
            input={{ ids: list.selection.rows.map((row) => row.id), export: 1 }}
            disabled={list.selection.rows.length === 0}
            label="银行付款文件"
          />
        ),
      }}
    />
  );
}

/** 待部门审核、待财务审核 */
const judged: ReadonlySet<number> = new Set([1, 2]);
/** 待付款 */
const ready = 3;
