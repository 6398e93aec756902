import { contract } from '#contract/areas/contracts/contract.ts';
import { contractCalls, type OpenOrder } from '#contract/areas/contracts/contract-calls.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import type { Row } from '#src/engine/row.ts';
import { useRead } from '#src/engine/use-read.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { Content } from '#src/kit/desk/faces.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';

/** The purchase orders that a termination leaves behind: what it is decided by. */
export function OpenOrders({ id }: { id: number }) {
  const read = useRead(contract, contractCalls.openOrders, { input: { id } });
  const rows: Shown[] = (read.value?.list ?? []).map((order) => ({ ...order, id: order.purchase_id }));
  if (read.value && rows.length === 0) return <p>没有未完成的采购单</p>;
  return (
    <Content of={read}>
      <p>{`${rows.length} 张未完成的采购单：`}</p>
      <DataTable<Shown>
        name="contract-open-orders"
        label={purchaseOrder.label}
        columns={columns}
        rows={rows}
        height={Math.min(200, 48 + Math.max(1, rows.length) * 36)}
        loading={read.loading}
        busy={read.refreshing}
      />
    </Content>
  );
}

type Shown = Row & OpenOrder;

const { purchase_no, expect_date } = purchaseOrder.fields;

const columns: Column<Shown>[] = [
  { name: 'purchase_no', label: purchase_no.label, width: 150, render: (row) => row.purchase_no },
  { name: 'status', label: '状态', width: 96, render: (row) => row.status },
  { name: 'open_qty', label: '未到数量', width: 96, align: 'end', render: (row) => grouped(row.open_qty) },
  { name: 'expect_date', label: expect_date.label, width: 110, render: (row) => row.expect_date },
];
