import { useSearchParams } from 'react-router-dom';
import { invoiceApply } from '#contract/areas/after-sales/invoice-apply.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/deferred-form.tsx';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { invoiceAt } from './addresses.ts';

/** Applications for invoices on one route: the list, a new one, and one by its id, audited, issued with its file, taken back. */
export function Screen() {
  const id = useRecordId();
  const [params] = useSearchParams();
  if (params.has('new'))
    return (
      <FormPage
        key="new"
        definition={invoiceApply}
        listAt={invoiceAt.list}
        savedAt={(saved) => invoiceAt.detail(saved.id)}
      />
    );
  if (id !== undefined) return <DetailPage key={id} definition={invoiceApply} id={id} />;
  return <ListPage definition={invoiceApply} newAt={invoiceAt.fresh} openAt={(row) => invoiceAt.detail(row.id)} />;
}
