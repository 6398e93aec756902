import { statement } from '#contract/areas/settlement/statement.ts';
import { JudgePage } from '#src/kit/desk/detail/judge-page.tsx';
import { statementAt } from '../addresses.ts';

/** The department's judgement of a statement, beside what it is made of. */
export function Screen() {
  return (
    <JudgePage
      definition={statement}
      title="结算单审核"
      steps={['departmentAudit']}
      detailAt={statementAt.detail}
      none="此结算单现在不能由您审核"
    />
  );
}
