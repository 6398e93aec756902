import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { arrivalOrderPrinting } from '#contract/areas/purchasing/arrival-order-printing.ts';
import { arrivalState } from '#contract/areas/purchasing/purchase-enums.ts';
import type { Row } from '#src/engine/row.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { LinesTable } from '#src/kit/desk/lines/lines-table.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { arrivalAt } from './addresses.ts';
import { useArrivalCosts } from './arrival-costs.ts';
import { BeginCount } from './begin-count.tsx';

/** One appointment: what it brings of which orders, its judgement, its arrival at the gate, its paper. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={arrivalOrder.label} />;
  return (
    <DetailPage
      key={id}
      definition={arrivalOrder}
      id={id}
      printing={arrivalOrderPrinting}
      editAt={(record) => arrivalAt.edit(record.id)}
      slots={{
        extra: (record) => atTheDock.has(Number(record.status)) && <BeginCount arrivalId={record.id} />,
        lines: (record) => <Lines lines={record.lines ?? []} />,
      }}
    />
  );
}

/** What it brings, and what that costs. */
function Lines({ lines }: { lines: readonly Row[] }) {
  const costs = useArrivalCosts(lines).map(({ name, label, width, of }) => ({
    name,
    label,
    width,
    align: 'end' as const,
    render: of,
    text: (line: Row) => of(line) ?? '',
  }));
  const [order = '', goods = '', planned = '', ...others] = Object.keys(arrivalOrder.lines.fields);
  return <LinesTable definition={arrivalOrder} lines={lines} columns={[order, goods, planned, ...costs, ...others]} />;
}

const atTheDock: ReadonlySet<number> = new Set([arrivalState.arrived, arrivalState.receiving]);
