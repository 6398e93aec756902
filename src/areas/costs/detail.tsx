import { costAdjust } from '#contract/areas/costs/cost-adjust.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { factNames } from '#src/kit/desk/detail/facts.tsx';
import { SourceLink } from '#src/kit/desk/detail/source-link.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { costAt } from './addresses.ts';

/** One cost adjustment: what of it is in stock, on its way and gone, what the supplier is owed for it, and who judged it. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={costAdjust.label} />;
  return (
    <DetailPage
      key={id}
      definition={costAdjust}
      id={id}
      names={facts}
      editAt={(record) => costAt.edit(record.id)}
      slots={{ extra: (record) => <SourceLink record={record} /> }}
    />
  );
}

/** Which document it comes from is told by its number, which leads there. */
const facts = factNames(costAdjust).filter((name) => name !== 'source_type');
