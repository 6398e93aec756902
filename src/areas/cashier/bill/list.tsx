import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { cashierBill } from '#contract/areas/cashier/cashier-bill.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { tillBillAt } from '../addresses.ts';

/** Bills of cashiers: handed in, checked, and confirmed in batches. */
export function Screen() {
  const navigate = useNavigate();
  return (
    <ListPage
      definition={cashierBill}
      openAt={(row) => tillBillAt.detail(row.id)}
      rowActions={(row) => [
        { key: 'view', label: '查看', run: () => void navigate(tillBillAt.detail(row.id)) },
        ...(row.allowed?.transitions ?? [])
          .filter((step) => step === 'submit' || step === 'check')
          .map((step) => ({
            key: step,
            label: cashierBill.transitions[step]?.label ?? step,
            run: () => void navigate(tillBillAt.step(row.id, step)),
          })),
      ]}
      slots={{ extra: () => <Button onClick={() => void navigate(tillBillAt.history)}>对账历史</Button> }}
    />
  );
}
