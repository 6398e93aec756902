import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { bookable, purchaseLine } from '#contract/areas/purchasing/purchase-line.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useRead } from '#src/engine/use-read.ts';

const { purchase_price, amount } = purchaseOrder.lines.fields;

/** A figure of a line, as lists and sheets of lines both draw it. */
export interface CostColumn {
  readonly name: string;
  readonly label: string;
  readonly width: number;
  of(line: Readonly<Record<string, unknown>>): string | null;
}

/** What the lines of an appointment cost by their orders: the price of a piece and what is going to come; nothing without the keys. */
export function useArrivalCosts(lines: readonly Readonly<Record<string, unknown>>[]): CostColumn[] {
  const mayUse = useMayUse();
  const tells = mayUse(purchaseLine.calls.list?.[1]) && mayUse(purchaseLine.fields.purchase_price.mask);
  const ids = [...new Set(lines.flatMap(({ purchase_line_id: id }) => (typeof id === 'number' ? [id] : [])))]
    .toSorted((one, other) => one - other)
    .slice(0, limits.pageSizeMost);
  const { value } = useRead(arrivalOrder, callsOf(purchaseLine).list, {
    input: { ids, status: [bookable.yes, bookable.no], page_size: limits.pageSizeMost } as never,
    when: tells && ids.length > 0,
  });
  if (!tells) return [];
  const rows = (value?.list ?? []) as unknown as Row[];
  const prices = new Map(rows.map((row) => [row.id, row.purchase_price]));
  const priceOf = ({ purchase_line_id: id }: Readonly<Record<string, unknown>>): number | undefined => {
    const price = prices.get(Number(id));
    return typeof price === 'number' ? price : undefined;
  };
  return [
    { name: 'purchase_price', label: purchase_price.label, width: 112, of: (line) => yuan(priceOf(line)) },
    {
      name: 'plan_amount',
      label: amount.label,
      width: 120,
      of: (line) => {
        const price = priceOf(line);
        return yuan(price === undefined || typeof line.plan_qty !== 'number' ? undefined : price * line.plan_qty);
      },
    },
  ];
}

const yuan = (fen: number | undefined): string | null => (fen === undefined ? null : printYuan(fen));
