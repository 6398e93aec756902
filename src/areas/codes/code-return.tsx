import { useSearchParams } from 'react-router-dom';
import { codeReturn } from '#contract/areas/codes/code-return.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/deferred-form.tsx';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { codeReturnAt } from './addresses.ts';

/** Codes that are given back, on one route: the list, with `id` one return, with `new=1` the form. */
export function Screen() {
  const id = useRecordId();
  const fresh = useSearchParams()[0].has('new');
  if (id !== undefined) return <DetailPage key={id} definition={codeReturn} id={id} />;
  if (fresh)
    return (
      <FormPage definition={codeReturn} listAt={codeReturnAt.list} savedAt={(saved) => codeReturnAt.detail(saved.id)} />
    );
  return <ListPage definition={codeReturn} newAt={codeReturnAt.fresh} openAt={(row) => codeReturnAt.detail(row.id)} />;
}
