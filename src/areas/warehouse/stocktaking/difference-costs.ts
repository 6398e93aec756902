import { useQueries } from '@tanstack/react-query';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { stockBatch } from '#contract/areas/warehouse/stock-batch.ts';
import { callsOf, type ListAnswer } from '#contract/kit/calls.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { limits } from '#contract/kit/limits.ts';
import { read } from '#src/engine/failure.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import type { Column } from '#src/kit/desk/columns.tsx';
import { meanCost } from '#src/kit/desk/lines/stock-beside.ts';

/** Goods of one question: each stands there in up to five grades, and one answer has them all. */
const askedMost = limits.pageSizeMost / 5;
const call = callsOf(stock).list;

/**
 * What a piece of each line that differs costs in its warehouse now, and what the difference comes to: by the keys of stock and of costs, and
 * no column without them. `when`: nothing is asked of a sheet whose differences are posted, for they have a cost of their own by then.
 */
export function useDifferenceCosts(warehouseId: number, lines: readonly Row[], when: boolean): Column[] {
  const mayUse = useMayUse();
  const wire = useWire();
  const tells = when && mayUse(stock.calls.list?.[1]) && mayUse(stock.fields.cost_amount.mask);
  const goods = tells ? [...new Set(lines.filter(differs).map(({ sku_id }) => Number(sku_id)))].toSorted(byNumber) : [];
  const parts = Array.from({ length: Math.ceil(goods.length / askedMost) }, (_, at) =>
    goods.slice(at * askedMost, (at + 1) * askedMost),
  );
  const rows = useQueries({
    queries: parts.map((sku_id) => {
      const input = { warehouse_id: [warehouseId], sku_id, page_size: limits.pageSizeMost } as never;
      return { queryKey: [stock.name, call.path, input], queryFn: ({ signal }) => read(wire, call, { input, signal }) };
    }),
    combine: (answers) =>
      answers.flatMap(({ data }) => ((data as ListAnswer<unknown> | undefined)?.list ?? []) as Row[]),
  });
  if (!tells) return [];
  const known = new Map(rows.map((row) => [keyOf(row), meanCost(row)]));
  const costs = (line: Row) => (differs(line) ? known.get(keyOf(line)) : undefined);
  return [
    figure('unit_cost', `现${stockBatch.fields.cost_price.label}`, costs),
    figure('diff_amount', '差异金额', (line) => {
      const cost = costs(line);
      return cost === undefined ? undefined : cost * Number(line.diff_qty);
    }),
  ];
}

const differs = (line: Row): boolean => Number(line.diff_qty ?? 0) !== 0;
const keyOf = ({ sku_id, imperfect_type }: Row): string => `${Number(sku_id)}/${Number(imperfect_type ?? 0)}`;
const byNumber = (one: number, other: number) => one - other;

function figure(name: string, label: string, of: (line: Row) => number | undefined): Column {
  const text = (line: Row) => {
    const fen = of(line);
    return fen === undefined ? '' : printYuan(fen);
  };
  return { name, label, width: 116, align: 'end', render: text, text };
}
