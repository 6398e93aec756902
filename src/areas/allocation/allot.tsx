import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { allot } from '#contract/areas/allocation/allot.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/deferred-form.tsx';
import { LoadingFace } from '#src/kit/desk/faces.tsx';
import { allotAt } from './addresses.ts';
import { AllotDetail } from './allot-detail.tsx';
import { AllotImport } from './allot-import.tsx';
import { FreeGoodsNote } from './free-goods.tsx';
import { useChosenStock } from './use-chosen-stock.ts';

// Read with the form, not with the page that is looked at.
const StockLines = lazy(async () => ({
  default: (await import('#src/kit/desk/lines/stock-lines.tsx')).StockLines,
}));

/** One allot on one route: new without an id, of rows of the stock list where the address names some; looked at with an id, edited with `edit=1`. */
export function Screen() {
  const id = useRecordId();
  const editing = useSearchParams()[0].has('edit');
  if (id !== undefined && !editing) return <AllotDetail key={id} id={id} />;
  return <AllotForm key={id ?? 'new'} id={id} />;
}

function AllotForm({ id }: { id: number | undefined }) {
  const chosen = useChosenStock(id === undefined);
  if (chosen.loading) return null;
  return (
    <FormPage
      definition={allot}
      id={id}
      {...(chosen.given ? { given: chosen.given } : {})}
      listAt={allotAt.list}
      savedAt={(saved) => allotAt.detail(saved.id)}
      slots={{
        extra: (form) => <AllotImport form={form} />,
        above: (form) => <FreeGoodsNote form={form} />,
        lines: (form) => (
          <Suspense fallback={<LoadingFace />}>
            <StockLines form={form} at="out_warehouse_id" first={chosen.given ? 'sheet' : 'matrix'} />
          </Suspense>
        ),
      }}
    />
  );
}
