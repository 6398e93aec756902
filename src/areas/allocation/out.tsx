import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { allotCarton } from '#contract/areas/allocation/allot-carton.ts';
import { allotCartonPrinting } from '#contract/areas/allocation/allot-carton-printing.ts';
import { allotOut } from '#contract/areas/allocation/allot-out.ts';
import { allotOutPrinting } from '#contract/areas/allocation/allot-out-printing.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useRead } from '#src/engine/use-read.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { LoadingFace } from '#src/kit/desk/faces.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { OutDesk } from './out-desk.tsx';

// Paper comes when it is asked for: goods are picked first.
const PrintPage = lazy(async () => ({ default: (await import('#src/kit/desk/print/print-page.tsx')).PrintPage }));

/** The sender's desk: by its own number, by the allot's, or one carton and its label with `carton=1`. */
export function Screen() {
  const [params] = useSearchParams();
  const id = useRecordId();
  const allotId = useRecordId('allot');
  if (id !== undefined && params.has('carton'))
    return (
      <DetailPage key={id} definition={allotCarton} id={id} lineColumns={columns} printing={allotCartonPrinting} />
    );
  if (id !== undefined && params.has('print'))
    return (
      <Suspense fallback={<LoadingFace />}>
        <PrintPage printing={allotOutPrinting} id={id} />
      </Suspense>
    );
  if (id !== undefined) return <OutDesk key={id} id={id} />;
  if (allotId !== undefined) return <OfAllot key={allotId} allotId={allotId} />;
  return <MissingPage title={allotOut.label} />;
}

const columns = ['sku_id', 'imperfect_type', 'qty'];

/** The sender's part of one allot: there is one once the allot was passed. */
function OfAllot({ allotId }: { allotId: number }) {
  const found = useRead(allotOut, callsOf(allotOut).list, { input: { allot_id: allotId, page_size: 1 } });
  const id = found.value?.list[0]?.id;
  if (found.loading) return <LoadingFace />;
  if (id === undefined) return <MissingPage title={allotOut.label} />;
  return <OutDesk id={id} />;
}
