import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { useMayOpen } from '#src/engine/places.ts';
import type { Row } from '#src/engine/row.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { ShelfDrawer } from './shelf-drawer.tsx';

/** What stands where now; a row opens the batches and promises behind its figures, and leads to the movements. */
export function Screen() {
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  const [shelf, setShelf] = useState<Row | null>(null);
  const movementsAt = (row: Row) =>
    `${movements}?warehouse_id=${row.warehouse_id}&sku_id=${row.sku_id}&imperfect_type=${row.imperfect_type}`;
  return (
    <ListPage
      definition={stock}
      onOpen={setShelf}
      rowActions={(row: Row) => [
        { key: 'batches', label: '批次', run: () => setShelf(row) },
        ...(mayOpen(movements)
          ? [{ key: 'movements', label: '流水', run: () => void navigate(movementsAt(row)) }]
          : []),
      ]}
      slots={{
        // As the list reads it now: what is locked here changes its figures.
        below: ({ rows }) =>
          shelf && (
            <ShelfDrawer
              key={shelf.id}
              shelf={rows.find(({ id }) => id === shelf.id) ?? shelf}
              onClose={() => setShelf(null)}
            />
          ),
      }}
    />
  );
}

const movements = '/storage/stockListwater';
