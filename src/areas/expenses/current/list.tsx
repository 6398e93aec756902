import { useNavigate } from 'react-router-dom';
import { currentExpense } from '#contract/areas/expenses/current-expense.ts';
import { currentExpenseState } from '#contract/areas/expenses/expense-enums.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { currentAt } from '../addresses.ts';

/** Expenses between us and partners, judged in batches; each leads to where it is judged or paid. */
export function Screen() {
  const navigate = useNavigate();
  return (
    <ListPage
      definition={currentExpense}
      newAt={currentAt.fresh}
      openAt={(row) => currentAt.detail(row.id)}
      rowActions={(row) => [
        { key: 'view', label: '查看', run: () => void navigate(currentAt.detail(row.id)) },
        ...(judged.has(Number(row.status))
          ? [{ key: 'audit', label: '审核', run: () => void navigate(currentAt.audit(row.id)) }]
          : []),
        ...(row.status === currentExpenseState.ready
          ? [{ key: 'pay', label: '收付', run: () => void navigate(currentAt.pay(row.id)) }]
          : []),
        ...(row.allowed?.edit
          ? [{ key: 'edit', label: '编辑', run: () => void navigate(currentAt.edit(row.id)) }]
          : []),
      ]}
    />
  );
}

/** 待部门审核、待财务审核 */
const judged: ReadonlySet<number> = new Set([currentExpenseState.department, currentExpenseState.finance]);
