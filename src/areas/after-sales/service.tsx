import { orderRefund } from '#contract/areas/after-sales/order-refund.ts';
import { orderService } from '#contract/areas/after-sales/order-service.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';

/** One after-sales: dealt with, goods taken in by lines with their grades, closed; and the money that goes back for it. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={orderService.label} />;
  return (
    <DetailPage
      key={id}
      definition={orderService}
      id={id}
      slots={{
        tabs: (record) => [
          {
            key: 'refunds',
            label: orderRefund.label,
            children: <FixedList definition={orderRefund} fixed={{ service_id: record.id }} />,
          },
        ],
      }}
    />
  );
}
