import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { bookingRule } from '#contract/areas/finance/booking-rule.ts';
import { ruleChange } from '#contract/areas/finance/rule-change.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import { ruleAt } from './addresses.ts';
import { RuleTrial } from './rule-trial.tsx';

/** One rule of vouchers: what it books today, shown on what has happened, and how it came to be so. */
export function Rule({ id }: { id: number }) {
  const navigate = useNavigate();
  const mayUse = useMayUse();
  return (
    <DetailPage
      definition={bookingRule}
      id={id}
      slots={{
        extra: (rule) =>
          mayUse(ruleChange.calls.add?.[1]) && (
            <Button type="primary" onClick={() => void navigate(ruleAt.propose(rule.id))}>
              提出变更
            </Button>
          ),
        tabs: (rule) => [
          {
            key: 'trial',
            label: '历史业务',
            children: (
              <RuleTrial rule={rule.id} debit={Number(rule.debit_id)} credit={Number(rule.credit_id)} only="today" />
            ),
          },
          {
            key: 'changes',
            label: '变更记录',
            children: <FixedList definition={ruleChange} fixed={{ rule_id: [rule.id] }} columns={columns} leads />,
          },
        ],
      }}
    />
  );
}

/** Whose rule it is stands on the page already. */
const columns = ruleChange.list.columns.filter((name) => name !== 'rule_id');
