import { useSearchParams } from 'react-router-dom';
import { changePrice } from '#contract/areas/orders/change-price.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/deferred-form.tsx';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { changeAt } from './addresses.ts';

/** Changes of price on one route: the list, a new one, and one by its id, looked at and judged. */
export function Screen() {
  const id = useRecordId();
  const orderId = useRecordId('order_id');
  const [params] = useSearchParams();
  if (params.has('new'))
    return (
      <FormPage
        key={`new ${orderId ?? ''}`}
        definition={changePrice}
        id={undefined}
        {...(orderId === undefined ? {} : { given: { order_id: orderId } })}
        listAt={changeAt.list}
        savedAt={(saved) => changeAt.detail(saved.id)}
      />
    );
  if (id !== undefined) return <DetailPage key={id} definition={changePrice} id={id} />;
  return <ListPage definition={changePrice} newAt={changeAt.fresh} openAt={(row) => changeAt.detail(row.id)} />;
}
