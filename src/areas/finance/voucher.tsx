import { useSearchParams } from 'react-router-dom';
import { voucher } from '#contract/areas/finance/voucher.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/deferred-form.tsx';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { voucherAt } from './addresses.ts';

/** One voucher on one route: written by hand without an id, looked at, judged, posted and reversed with one, edited with `edit=1` besides. */
export function Screen() {
  const id = useRecordId();
  const editing = useSearchParams()[0].has('edit');
  if (id !== undefined && !editing)
    return <DetailPage key={id} definition={voucher} id={id} editAt={(record) => voucherAt.edit(record.id)} />;
  return (
    <FormPage
      key={id ?? 'new'}
      definition={voucher}
      id={id}
      totals={['debit', 'credit']}
      listAt={voucherAt.list}
      savedAt={(saved) => voucherAt.detail(saved.id)}
    />
  );
}
