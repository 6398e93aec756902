import { outWareDetail } from '#contract/areas/warehouse/out-ware-detail.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { factNames } from '#src/kit/desk/detail/facts.tsx';
import { SourceLink } from '#src/kit/desk/detail/source-link.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';

/** One outbound record: its lines by batch, and the way to the document that took the goods out. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={outWareDetail.label} />;
  return (
    <DetailPage
      key={id}
      definition={outWareDetail}
      id={id}
      names={facts}
      slots={{ extra: (record) => <SourceLink record={record} /> }}
    />
  );
}

const facts = factNames(outWareDetail);
