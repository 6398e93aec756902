import { imperfectDeal } from '#contract/areas/purchasing/imperfect-deal.ts';
import { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/deferred-form.tsx';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import { imperfectAt } from '../addresses.ts';

/** One imperfect record on one route: registered without an id; with one it is judged and dealt with, and its pictures are added. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined)
    return (
      <FormPage
        key="new"
        definition={imperfectRecord}
        title="登记残次品"
        totals={['qty']}
        listAt={imperfectAt.list}
        savedAt={(saved) => imperfectAt.detail(saved.id)}
      />
    );
  return (
    <DetailPage
      key={id}
      definition={imperfectRecord}
      id={id}
      slots={{
        tabs: (record) => [
          {
            key: 'deals',
            label: imperfectDeal.label,
            children: <FixedList definition={imperfectDeal} fixed={{ imperfect_id: record.id }} />,
          },
        ],
      }}
    />
  );
}
