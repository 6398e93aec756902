import { orderRefund } from '#contract/areas/after-sales/order-refund.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';

/** One refund: audited, paid out, answered by the channel, tried again. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={orderRefund.label} />;
  return <DetailPage key={id} definition={orderRefund} id={id} />;
}
