import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { factNames } from '#src/kit/desk/detail/facts.tsx';
import { Figure } from '#src/kit/desk/kinds/figure.tsx';

const { qty } = purchaseOrder.lines.fields;

/** What is still to come of a line: ordered, not in and not closed. */
const open: Column = {
  name: 'open_qty',
  label: '未到数量',
  width: 96,
  align: 'end',
  render: (row) => <Figure field={qty} name="open_qty" value={openOf(row)} record={row} />,
  text: (row) => String(openOf(row)),
};

const openOf = ({ qty: ordered, in_qty, closed_qty }: Readonly<Record<string, unknown>>): number =>
  Math.max(0, Number(ordered) - Number(in_qty) - Number(closed_qty));

/** The lines of an order as they stand: what they cost, and how far they have come. */
export const lineColumns: readonly (string | Column)[] = [
  'sku_id',
  'qty',
  'purchase_price',
  'tax_rate_bp',
  'price_state',
  'amount',
  'booked_qty',
  'in_qty',
  'closed_qty',
  open,
  'price_sheet_id',
];

/** What an order says of itself: the selection that it comes from by its number alone. */
export const orderFacts = factNames(purchaseOrder).filter((name) => name !== 'source_type' && name !== 'source_id');
