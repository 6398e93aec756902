import { useNavigate } from 'react-router-dom';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { useMayOpen } from '#src/engine/places.ts';
import type { Row } from '#src/engine/row.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';

/** What stands where now; a row leads to the movements behind its figure. */
export function Screen() {
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  const movementsAt = (row: Row) =>
    `${movements}?warehouse_id=${row.warehouse_id}&sku_id=${row.sku_id}&imperfect_type=${row.imperfect_type}`;
  return (
    <ListPage
      definition={stock}
      {...(mayOpen(movements) && {
        openAt: movementsAt,
        rowActions: (row: Row) => [{ key: 'movements', label: '流水', run: () => void navigate(movementsAt(row)) }],
      })}
    />
  );
}

const movements = '/storage/stockListwater';
