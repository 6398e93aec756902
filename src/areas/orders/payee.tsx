import { payeeStatement } from '#contract/areas/orders/payee-statement.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';

/** What each account received, by way of paying, shop and day. */
export function Screen() {
  return <ListPage definition={payeeStatement} title="收款方对账" />;
}
