import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { purchaseCalls } from '#contract/areas/purchasing/purchase-calls.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { purchaseOrderPrinting } from '#contract/areas/purchasing/purchase-order-printing.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/deferred-form.tsx';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { LoadingFace } from '#src/kit/desk/faces.tsx';
import { SaveFileButton } from '#src/kit/desk/save-file-button.tsx';
import { orderAt } from './addresses.ts';
import { LineArrivals } from './line-arrivals.tsx';
import { lineColumns, orderFacts } from './order-columns.tsx';
import { OrderImport } from './order-import.tsx';
import { OrderTerms } from './order-terms.tsx';

// The sheet and the matrix of a form are heavy, and most who open an order look at it.
const OrderLines = lazy(async () => ({ default: (await import('./order-lines.tsx')).OrderLines }));

/** One purchase order on one route: new without an id, looked at, judged and printed with one, edited with `edit=1` besides. */
export function Screen() {
  const id = useRecordId();
  const editing = useSearchParams()[0].has('edit');
  if (id !== undefined && !editing)
    return (
      <DetailPage
        key={id}
        definition={purchaseOrder}
        id={id}
        names={orderFacts}
        lineColumns={lineColumns}
        printing={purchaseOrderPrinting}
        editAt={(record) => orderAt.edit(record.id)}
        slots={{
          extra: (record) => (
            <SaveFileButton
              call={purchaseCalls.export}
              input={{ id: record.id, fileName: `${purchaseOrder.label}${String(record.purchase_no)}`, export: 1 }}
            />
          ),
          tabs: (record) => [{ key: 'arrivals', label: '到货进度', children: <LineArrivals order={record} /> }],
        }}
      />
    );
  return (
    <FormPage
      key={id ?? 'new'}
      definition={purchaseOrder}
      id={id}
      listAt={orderAt.list}
      savedAt={(saved) => orderAt.detail(saved.id)}
      slots={{
        extra: (form) => <OrderImport form={form} />,
        above: (form) => <OrderTerms form={form} />,
        lines: (form) => (
          <Suspense fallback={<LoadingFace />}>
            <OrderLines form={form} />
          </Suspense>
        ),
      }}
    />
  );
}
