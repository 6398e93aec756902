import { lazy, Suspense, useState } from 'react';
import { inWareDetail } from '#contract/areas/purchasing/in-ware-detail.ts';
import type { Row } from '#src/engine/row.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';

const DetailDrawer = lazy(async () => ({ default: (await import('./detail-drawer.tsx')).DetailDrawer }));

/** Lines of inbound batches; a row opens where its pieces stand now and how they came there. */
export function Screen() {
  const [open, setOpen] = useState<Row | null>(null);
  return (
    <ListPage
      definition={inWareDetail}
      onOpen={setOpen}
      rowActions={(row) => [{ key: 'view', label: '查看', run: () => setOpen(row) }]}
      slots={{
        aside: open && (
          <Suspense>
            <DetailDrawer key={open.id} row={open} onClose={() => setOpen(null)} />
          </Suspense>
        ),
      }}
    />
  );
}
