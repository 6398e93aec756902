import { useMemo } from 'react';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { arrivalState } from '#contract/areas/purchasing/purchase-enums.ts';
import type { Row } from '#src/engine/row.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { useBeginCount } from '../begin-count.tsx';

/** Appointments whose goods are at the dock: a batch is begun of one of them, with all its goods that are in no other. */
export function ChooseArrival() {
  const { may, running, begin } = useBeginCount();
  const fixed = useMemo(() => ({ status: [arrivalState.arrived, arrivalState.receiving] }), []);
  return (
    <ListPage
      definition={arrivalOrder}
      title="新增入库：选择已到货的预约单"
      fixed={fixed}
      columns={columns}
      filters={filters}
      {...(may && {
        onOpen: (row: Row) => void begin(row.id),
        rowActions: (row: Row) => [
          { key: 'begin', label: '开始清点', disabled: running, run: () => void begin(row.id) },
        ],
      })}
    />
  );
}

const columns = [
  'arrival_no',
  'supplier_id',
  'warehouse_id',
  'appoint_date',
  'appoint_slot',
  'plan_qty',
  'in_qty',
  'arrive_time',
  'status',
];
const filters = ['arrival_no', 'supplier_id', 'warehouse_id', 'appoint_date'];
