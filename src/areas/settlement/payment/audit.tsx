import { payment } from '#contract/areas/settlement/payment.ts';
import { JudgePage } from '#src/kit/desk/detail/judge-page.tsx';
import { paymentAt } from '../addresses.ts';

/** The department's and then finance's judgement of a payment. */
export function Screen() {
  return (
    <JudgePage
      definition={payment}
      title="付款单审核"
      steps={['departmentAudit', 'financeAudit']}
      detailAt={paymentAt.detail}
      none="此付款单现在不能由您审核"
    />
  );
}
