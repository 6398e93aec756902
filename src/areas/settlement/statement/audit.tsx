import { statement } from '#contract/areas/settlement/statement.ts';
import { statementAt } from '../addresses.ts';
import { JudgePage } from '../judge-page.tsx';

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
