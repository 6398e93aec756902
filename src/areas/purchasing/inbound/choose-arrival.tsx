import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { arrivalState } from '#contract/areas/purchasing/purchase-words.ts';
import { callsOf, type Saved } from '#contract/kit/calls.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { inboundAt } from './addresses.ts';

const { add } = callsOf(inWareBatch);

/** Appointments whose goods are at the dock: a batch is begun of one of them, with all its goods that are in no other. */
export function ChooseArrival() {
  const navigate = useNavigate();
  const toast = useToast();
  const mayAdd = useMayUse()(add.access);
  const command = useCommand<Saved>(about);
  const fixed = useMemo(() => ({ status: [arrivalState.arrived, arrivalState.receiving] }), []);
  const begin = async (row: Row) => {
    if (command.running) return;
    const sent = await command.run(add, { arrival_id: row.id });
    if (sent.ok) void navigate(inboundAt.count(sent.value.id));
    else toast.bad(wordsOf(sent.failure));
  };
  return (
    <ListPage
      definition={arrivalOrder}
      title="新增入库：选择已到货的预约单"
      fixed={fixed}
      columns={columns}
      filters={filters}
      {...(mayAdd && {
        onOpen: (row: Row) => void begin(row),
        rowActions: (row: Row) => [
          { key: 'begin', label: '开始清点', disabled: command.running, run: () => void begin(row) },
        ],
      })}
    />
  );
}

const about = [inWareBatch, arrivalOrder];

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
