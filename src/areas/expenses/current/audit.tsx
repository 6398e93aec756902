import { currentExpense } from '#contract/areas/expenses/current-expense.ts';
import { JudgePage } from '#src/kit/desk/detail/judge-page.tsx';
import { currentAt } from '../addresses.ts';

/** The department's and then finance's judgement of a current expense. */
export function Screen() {
  return (
    <JudgePage
      definition={currentExpense}
      title="往来费用审核"
      steps={['departmentAudit', 'financeAudit']}
      detailAt={currentAt.detail}
      none="此往来费用单现在不能由您审核"
    />
  );
}
