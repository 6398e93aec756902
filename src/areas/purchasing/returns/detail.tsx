import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { backOrderPrinting } from '#contract/areas/purchasing/back-order-printing.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { factNames } from '#src/kit/desk/detail/facts.tsx';
import { SourceLink } from '#src/kit/desk/detail/source-link.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { returnAt } from '../addresses.ts';
import { ReturnRates } from './return-rates.tsx';

/** One return: who verified it, what went out by which waybill, and what the supplier signed for. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={backOrder.label} />;
  return (
    <DetailPage
      key={id}
      definition={backOrder}
      id={id}
      names={facts}
      lineColumns={lineColumns}
      printing={backOrderPrinting}
      editAt={(record) => returnAt.edit(record.id)}
      slots={{
        extra: (record) => <SourceLink record={record} />,
        above: (record) => <ReturnRates id={record.id} />,
      }}
    />
  );
}

/** Which document it comes from is told by its number, which leads there. */
const facts = factNames(backOrder).filter((name) => name !== 'source_type' && name !== 'source_id');
const lineColumns = Object.keys(backOrder.lines.fields).filter((name) => name !== 'source_line_id');
