import { allot } from '#contract/areas/allocation/allot.ts';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { stockBatch } from '#contract/areas/warehouse/stock-batch.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import type { FormLine } from '#src/engine/form/lines.ts';
import type { Row } from '#src/engine/row.ts';
import type { BesideColumn } from './beside.tsx';

/** What stands in a warehouse of the goods of each line: what is free, and, for whoever is told, what a piece and the line cost. */
export function stockBeside(rows: readonly Row[], costs: boolean): BesideColumn[] {
  const known = new Map(rows.map((row) => [keyOf(row.sku_id, row.imperfect_type), row]));
  const of = ({ values }: FormLine) => known.get(keyOf(values.sku_id, values.imperfect_type));
  const { qty_available } = stock.fields;
  const free: BesideColumn = {
    key: 'free',
    label: qty_available.label,
    width: 96,
    of: (line) => {
      const row = of(line);
      return row ? grouped(Number(row.qty_available)) : null;
    },
  };
  if (!costs) return [free];
  return [
    free,
    {
      key: 'cost',
      // What is typed of a line is called the same, and may differ from it.
      label: `现${stockBatch.fields.cost_price.label}`,
      width: 108,
      of: (line) => yuan(meanCost(of(line))),
    },
    {
      key: 'cost-amount',
      label: allot.lines.fields.cost_amount.label,
      width: 120,
      of: (line) => {
        const { unit_cost: typed, qty } = line.values;
        const cost = typeof typed === 'number' ? typed : meanCost(of(line));
        return yuan(cost !== undefined && typeof qty === 'number' ? cost * qty : undefined);
      },
    },
  ];
}

/** What one piece costs in the mean of what stands there; nobody knows where nothing does. */
export function meanCost(row: Row | undefined): number | undefined {
  const qty = Number(row?.qty_on_hand);
  return typeof row?.cost_amount === 'number' && qty > 0 ? Math.round(row.cost_amount / qty) : undefined;
}

const keyOf = (skuId: unknown, grade: unknown): string => `${Number(skuId)}/${Number(grade ?? 0)}`;

const yuan = (fen: number | undefined) => (fen === undefined ? null : printYuan(fen));
