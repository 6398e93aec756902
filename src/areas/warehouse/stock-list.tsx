import { useNavigate } from 'react-router-dom';
import { stock } from '#contract/areas/warehouse/stock.ts';
import type { Row } from '#src/engine/row.ts';
import { ListPage } from '#src/kit/desk/list-page.tsx';

/** What stands where now; a row leads to the movements behind its figure. */
export function Screen() {
  const navigate = useNavigate();
  const movementsAt = (row: Row) =>
    `/storage/stockListwater?warehouse_id=${row.warehouse_id}&sku_id=${row.sku_id}&imperfect_type=${row.imperfect_type}`;
  return (
    <ListPage
      definition={stock}
      openAt={movementsAt}
      rowActions={(row) => [{ key: 'movements', label: '流水', run: () => void navigate(movementsAt(row)) }]}
    />
  );
}
