import { useDeferredValue } from 'react';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useRead } from '#src/engine/use-read.ts';
import { type LinesFace, LinesRoom } from './lines-room.tsx';
import { stockBeside } from './stock-beside.ts';

interface StockLinesProps {
  form: FormView;
  /** The field that names the warehouse they stand in. */
  at: string;
  first?: LinesFace;
}

/** The goods of a form that moves stock, with what stands of each in the warehouse that it is about, and what that costs. */
export function StockLines({ form, at, first = 'sheet' }: StockLinesProps) {
  const mayUse = useMayUse();
  const warehouse = form.values[at];
  const skuIds = [
    ...new Set(form.lines.rows.flatMap(({ values: { sku_id } }) => (typeof sku_id === 'number' ? [sku_id] : []))),
  ].toSorted((one, other) => one - other);
  const asked = useDeferredValue(skuIds.slice(0, askedMost).join());
  const call = callsOf(stock).list;
  const tells = mayUse(stock.calls.list?.[1]) && typeof warehouse === 'number';
  const read = useRead(stock, call, {
    input: {
      warehouse_id: [Number(warehouse)],
      sku_id: asked.split(',').map(Number),
      page_size: limits.pageSizeMost,
    } as never,
    when: tells && asked !== '',
  });
  const rows = asked === '' ? [] : ((read.value?.list ?? []) as unknown as Row[]);
  const beside = tells ? stockBeside(rows, mayUse(stock.fields.cost_amount.mask)) : [];
  return (
    <>
      <LinesRoom form={form} totals={totals} first={first} beside={beside} />
      {tells && skuIds.length > askedMost && (
        <p className="desk-hint">{`库存和成本只显示编号最前的 ${askedMost} 种货品`}</p>
      )}
    </>
  );
}

const totals = ['qty'];

/** Goods of one question: each stands there in up to five grades, and one answer has them all. */
const askedMost = limits.pageSizeMost / 5;
