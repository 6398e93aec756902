import { useSearchParams } from 'react-router-dom';
import { orderService } from '#contract/areas/after-sales/order-service.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { LineEditor } from '#src/kit/desk/lines/line-editor.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { serviceAt } from './addresses.ts';
import { TakeItems } from './take-items.tsx';

/** After-sales on one route: the list, and a new one out of the lines of an order. */
export function Screen() {
  const [params] = useSearchParams();
  const order = useRecordId('order_id');
  if (params.has('new'))
    return (
      <FormPage
        key={order ?? 'new'}
        definition={orderService}
        {...(order === undefined ? {} : { given: { order_id: order } })}
        listAt={serviceAt.list}
        savedAt={(saved) => serviceAt.detail(saved.id)}
        slots={{
          lines: (form) => (
            <>
              <TakeItems form={form} />
              <LineEditor form={form} totals={['qty', 'refund_amount']} />
            </>
          ),
        }}
      />
    );
  return <ListPage definition={orderService} newAt={serviceAt.fresh} openAt={(row) => serviceAt.detail(row.id)} />;
}
