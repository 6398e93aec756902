import { costAdjust } from '#contract/areas/costs/cost-adjust.ts';
import { JudgePage } from '#src/kit/desk/detail/judge-page.tsx';
import { costAt } from './addresses.ts';

/** The department's and then finance's judgement of a cost adjustment, which posts it. */
export function Screen() {
  return (
    <JudgePage
      definition={costAdjust}
      title="成本调整单审核"
      steps={['departmentAudit', 'financeAudit']}
      detailAt={costAt.detail}
      none="此成本调整单现在不能由您审核"
    />
  );
}
