import { useSearchParams } from 'react-router-dom';
import { fine } from '#contract/areas/settlement/fine.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/deferred-form.tsx';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { factNames } from '#src/kit/desk/detail/facts.tsx';
import { SourceLink } from '#src/kit/desk/detail/source-link.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { fineAt } from './addresses.ts';

/** Fines on one route: the list, a new one, and one by its id, looked at and judged or edited. */
export function Screen() {
  const id = useRecordId();
  const [params] = useSearchParams();
  if (params.has('new') || (id !== undefined && params.has('edit')))
    return (
      <FormPage
        key={id ?? 'new'}
        definition={fine}
        id={id}
        listAt={fineAt.list}
        savedAt={(saved) => fineAt.detail(saved.id)}
      />
    );
  if (id !== undefined)
    return (
      <DetailPage
        key={id}
        definition={fine}
        id={id}
        names={facts}
        editAt={(record) => fineAt.edit(record.id)}
        slots={{ extra: (record) => <SourceLink record={record} /> }}
      />
    );
  return <ListPage definition={fine} newAt={fineAt.fresh} openAt={(row) => fineAt.detail(row.id)} />;
}

/** Which document it comes from is told by its number, which leads there. */
const facts = factNames(fine).filter((name) => name !== 'source_type');
