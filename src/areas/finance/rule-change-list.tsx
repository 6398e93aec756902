import { ruleChange } from '#contract/areas/finance/rule-change.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { ruleAt } from './addresses.ts';

/** Changes of the rules of vouchers: those that wait for a second person, and how the rules came to be what they are. */
export function Screen() {
  return <ListPage definition={ruleChange} openAt={(row) => ruleAt.change(row.id)} />;
}
