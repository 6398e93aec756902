import { useNavigate, useSearchParams } from 'react-router-dom';
import { orderOut } from '#contract/areas/orders/order-out.ts';
import { outEntryCalls } from '#contract/areas/orders/out-entry.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage, type DetailRow } from '#src/kit/desk/detail/detail-page.tsx';
import { StepPanel } from '#src/kit/desk/detail/step-panel.tsx';
import { LinesTable } from '#src/kit/desk/lines/lines-table.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { OpenEntries } from '#src/kit/desk/open-entries.tsx';
import { outAt } from './addresses.ts';

/** Deliveries of orders: the list, and one by its id, where it is picked line by line and shipped under a number that is scanned. */
export function Screen() {
  const id = useRecordId();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  if (id === undefined)
    return (
      <ListPage
        definition={orderOut}
        openAt={(row) => outAt.detail(row.id)}
        rowActions={({ id: row, allowed }) =>
          allowed?.transitions.includes('pick')
            ? [{ key: 'pick', label: '拣货', run: () => void navigate(outAt.pick(row)) }]
            : []
        }
      />
    );
  const picks = (record: DetailRow) => params.get('step') === 'pick' && record.allowed.transitions.includes('pick');
  return (
    <DetailPage
      key={id}
      definition={orderOut}
      id={id}
      linesFirst
      lineColumns={lineColumns}
      stepAt={(step) => (step === 'pick' ? outAt.pick(id) : undefined)}
      slots={{
        lines: (record) => (
          <>
            {picks(record) ? (
              <StepPanel
                definition={orderOut}
                record={record}
                name="pick"
                onDone={() => void navigate(outAt.detail(id), { replace: true })}
              />
            ) : (
              <LinesTable definition={orderOut} lines={record.lines ?? []} columns={lineColumns} />
            )}
            <OpenEntries id={id} name="order-out-entries" title="平板拣货" about={orderOut} calls={outEntryCalls} />
          </>
        ),
      }}
    />
  );
}

const lineColumns = ['sku_id', 'imperfect_type', 'qty', 'pick_qty'];
