import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { stockAdjustmentPrinting } from '#contract/areas/warehouse/stock-adjustment-printing.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/deferred-form.tsx';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { LoadingFace } from '#src/kit/desk/faces.tsx';

// Read with the form, not with the page that is looked at.
const StockLines = lazy(async () => ({ default: (await import('#src/kit/desk/lines/stock-lines.tsx')).StockLines }));

/** One stock adjustment on one route: new without an id, looked at, judged and printed with one, edited with `edit=1` besides. */
export function Screen() {
  const id = useRecordId();
  const editing = useSearchParams()[0].has('edit');
  const at = (one: number) => `/storage/stockAdjustmentDet?id=${one}`;
  if (id !== undefined && !editing)
    return (
      <DetailPage
        key={id}
        definition={stockAdjustment}
        id={id}
        printing={stockAdjustmentPrinting}
        editAt={(record) => `${at(record.id)}&edit=1`}
      />
    );
  return (
    <FormPage
      key={id ?? 'new'}
      definition={stockAdjustment}
      id={id}
      listAt="/storage/stockAdjustmentList"
      savedAt={(saved) => at(saved.id)}
      slots={{
        lines: (form) => (
          <Suspense fallback={<LoadingFace />}>
            <StockLines form={form} at="warehouse_id" />
          </Suspense>
        ),
      }}
    />
  );
}
