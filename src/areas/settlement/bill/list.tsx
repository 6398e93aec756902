import { useNavigate } from 'react-router-dom';
import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import { checkBillCalls } from '#contract/areas/settlement/settle-calls.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { useRead } from '#src/engine/use-read.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { billAt } from '../addresses.ts';

/** Check bills, and how much waits for one. */
export function Screen() {
  const navigate = useNavigate();
  return (
    <ListPage
      definition={checkBill}
      newAt={billAt.fresh}
      openAt={(row) => billAt.detail(row.id)}
      rowActions={(row) => [
        { key: 'view', label: '查看', run: () => void navigate(billAt.detail(row.id)) },
        ...(row.allowed?.edit
          ? [{ key: 'lines', label: '明细', run: () => void navigate(billAt.review(row.id)) }]
          : []),
      ]}
      slots={{ above: <Waiting /> }}
    />
  );
}

function Waiting() {
  const { value } = useRead(checkBill, checkBillCalls.waitCount, { input: {} });
  if (!value || value.wait_count === 0) return null;
  return (
    <p className="desk-hint">{`待对账 ${grouped(value.wait_count)} 条${value.wait_amount === null ? '' : `，合计 ${printYuan(value.wait_amount)}`}；待供应商确认 ${
      value.by_status['1'] ?? 0
    } 张，有异议 ${value.by_status['2'] ?? 0} 张`}</p>
  );
}
