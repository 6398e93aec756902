import { bookingRule } from '#contract/areas/finance/booking-rule.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { ruleAt } from './addresses.ts';

/** Which subjects take which amounts of what happens; a row opens its rule, to be tried and changed. */
export function Screen() {
  return <ListPage definition={bookingRule} openAt={(row) => ruleAt.detail(row.id)} />;
}
