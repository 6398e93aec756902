import { Link } from 'react-router-dom';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { type LineArrival, purchaseCalls } from '#contract/areas/purchasing/purchase-calls.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { useMayOpen } from '#src/engine/places.ts';
import type { Row } from '#src/engine/row.ts';
import { useRead } from '#src/engine/use-read.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import type { DetailRow } from '#src/kit/desk/detail/detail-page.tsx';
import { Content, EmptyFace } from '#src/kit/desk/faces.tsx';
import { named } from '#src/kit/desk/kinds/named.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';
import { StatusOf } from '#src/kit/desk/status-tag.tsx';
import { arrivalAt } from './addresses.ts';

/** How each line of an order comes: every appointment that brings some of it, with what it planned, still holds and brought. */
export function LineArrivals({ order }: { order: DetailRow }) {
  const read = useRead(arrivalOrder, purchaseCalls.progress, { input: { id: order.id } });
  const mayOpen = useMayOpen();
  const goods = new Map((order.lines ?? []).map((line) => [line.id, line]));
  const rows: Shown[] = (read.value?.list ?? []).map((one, place) => ({
    ...one,
    id: place,
    title: goods.get(one.purchase_line_id)?.sku_id__title,
    hint: goods.get(one.purchase_line_id)?.sku_id__hint,
  }));
  return (
    <Content of={read}>
      <DataTable<Shown>
        name="purchase-arrivals"
        label="到货进度"
        columns={columnsFor(mayOpen(arrivalAt.list))}
        rows={rows}
        height={360}
        loading={read.loading}
        busy={read.refreshing}
        empty={<EmptyFace words="还没有预约" />}
      />
    </Content>
  );
}

type Shown = Row & LineArrival & { title: unknown; hint: unknown };

const { arrival_no, appoint_date, appoint_slot } = arrivalOrder.fields;
const { plan_qty, booked_qty, in_qty } = arrivalOrder.lines.fields;
const { sku_id } = purchaseOrder.lines.fields;

function columnsFor(links: boolean): Column<Shown>[] {
  return [
    { name: 'sku', label: sku_id.label, width: 320, render: (row) => named(String(row.title ?? ''), row.hint) },
    {
      name: 'arrival_no',
      label: arrival_no.label,
      width: 168,
      render: (row) => (links ? <Link to={arrivalAt.detail(row.arrival_id)}>{row.arrival_no}</Link> : row.arrival_no),
    },
    {
      name: 'status',
      label: '状态',
      width: 92,
      render: (row) => <StatusOf definition={arrivalOrder} status={row.status} />,
    },
    { name: 'appoint_date', label: appoint_date.label, width: 112, render: (row) => row.appoint_date },
    { name: 'appoint_slot', label: appoint_slot.label, width: 120, render: (row) => row.appoint_slot },
    ...[
      ['plan_qty', plan_qty.label] as const,
      ['booked_qty', booked_qty.label] as const,
      ['in_qty', in_qty.label] as const,
    ].map(
      ([name, label]): Column<Shown> => ({
        name,
        label,
        width: 96,
        align: 'end',
        render: (row) => grouped(row[name]),
      }),
    ),
  ];
}
