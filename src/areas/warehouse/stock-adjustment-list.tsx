import { useNavigate } from 'react-router-dom';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';

/** Stock adjustments: gains, losses, own use, grade changes, opening stock. */
export function Screen() {
  const navigate = useNavigate();
  const at = (id: number) => `/storage/stockAdjustmentDet?id=${id}`;
  return (
    <ListPage
      definition={stockAdjustment}
      newAt="/storage/stockAdjustmentDet"
      openAt={(row) => at(row.id)}
      rowActions={(row) => [
        { key: 'view', label: '查看', run: () => void navigate(at(row.id)) },
        ...(row.allowed?.edit
          ? [{ key: 'edit', label: '编辑', run: () => void navigate(`${at(row.id)}&edit=1`) }]
          : []),
      ]}
    />
  );
}
