import { Button } from 'antd';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { goodsSelection } from '#contract/areas/purchasing/goods-selection.ts';
import { useMayOpen } from '#src/engine/places.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/deferred-form.tsx';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { orderAt, selectionAt } from './addresses.ts';

/** One selection on one route: new without an id, confirmed and turned into an order with one, edited with `edit=1` besides. */
export function Screen() {
  const id = useRecordId();
  const editing = useSearchParams()[0].has('edit');
  if (id !== undefined && !editing)
    return (
      <DetailPage
        key={id}
        definition={goodsSelection}
        id={id}
        editAt={(record) => selectionAt.edit(record.id)}
        slots={{
          extra: ({ purchase_id: order }) => typeof order === 'number' && <OrderButton id={order} />,
        }}
      />
    );
  return (
    <FormPage
      key={id ?? 'new'}
      definition={goodsSelection}
      id={id}
      totals={['offer_qty', 'choose_qty']}
      listAt={selectionAt.list}
      savedAt={(saved) => selectionAt.detail(saved.id)}
    />
  );
}

/** The way to the order that it became. */
function OrderButton({ id }: { id: number }) {
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  return mayOpen(orderAt.list) && <Button onClick={() => void navigate(orderAt.detail(id))}>查看采购单</Button>;
}
