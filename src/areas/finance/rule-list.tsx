import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { bookingRule } from '#contract/areas/finance/booking-rule.ts';
import { ruleChange } from '#contract/areas/finance/rule-change.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { ruleAt } from './addresses.ts';

/** Which subjects take which amounts of what happens; a row opens its rule. */
export function RuleList() {
  const navigate = useNavigate();
  return (
    <ListPage
      definition={bookingRule}
      openAt={(row) => ruleAt.detail(row.id)}
      slots={{ extra: () => <Button onClick={() => void navigate(ruleAt.changes)}>变更记录</Button> }}
    />
  );
}

/** Changes of the rules: those that wait for a second person, and how the rules came to be what they are. */
export function RuleChangeList() {
  return <ListPage definition={ruleChange} openAt={(row) => ruleAt.change(row.id)} />;
}
