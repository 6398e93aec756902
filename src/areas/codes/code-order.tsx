import { Button } from 'antd';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { codeOrder } from '#contract/areas/codes/code-order.ts';
import { uniqueCode } from '#contract/areas/codes/unique-code.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/deferred-form.tsx';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { codeOrderAt } from './addresses.ts';

/** Orders of codes on one route: the list, with `id` one of them and its codes, with `new=1` the form. */
export function Screen() {
  const id = useRecordId();
  const fresh = useSearchParams()[0].has('new');
  const navigate = useNavigate();
  if (id !== undefined)
    return (
      <DetailPage
        key={id}
        definition={codeOrder}
        id={id}
        slots={{
          extra: (record) => <Button onClick={() => void navigate(codeOrderAt.codes(record.id))}>唯一码列表</Button>,
          tabs: (record) => [
            {
              key: 'codes',
              label: uniqueCode.label,
              children: <FixedList definition={uniqueCode} fixed={{ code_order_id: record.id }} leads height={400} />,
            },
          ],
        }}
      />
    );
  if (fresh)
    return (
      <FormPage
        definition={codeOrder}
        totals={['qty']}
        listAt={codeOrderAt.list}
        savedAt={(saved) => codeOrderAt.detail(saved.id)}
      />
    );
  return (
    <ListPage
      definition={codeOrder}
      title="订单管控(制码单)"
      newAt={codeOrderAt.fresh}
      openAt={(row) => codeOrderAt.detail(row.id)}
      rowActions={(row) => [{ key: 'codes', label: '唯一码', run: () => void navigate(codeOrderAt.codes(row.id)) }]}
    />
  );
}
