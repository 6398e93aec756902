import { batchSheet } from '#contract/areas/replenishment/line-sheets.ts';
import { batchCalls } from '#contract/areas/replenishment/replenishment-calls.ts';
import { crossCell } from '#src/engine/form/cross.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { LinesImport } from '#src/kit/desk/lines/lines-import.tsx';

/** Cells of a matrix from a file: goods, who gets them, how many; cells that are there are changed. */
export function BatchImport({ form }: { form: FormView }) {
  const wire = useWire();
  return (
    <LinesImport
      form={form}
      columns="第一列货品编码或条码，第二列调入仓，第三列数量"
      sheet={batchSheet}
      known={({ sku_id, in_warehouse_id }) => crossCell(Number(sku_id), Number(in_warehouse_id))}
      ask={async (rows) => {
        const sent = await wire.send(batchCalls.import, {
          rows: rows.map(([code = '', to = '', qty = '']) => ({ code, to, qty })),
        });
        if (!sent.ok) return sent;
        const lines = sent.value.lines.map(({ row, sku_id, sku_no, name, in_warehouse_id, in_warehouse, qty }) => ({
          row,
          sku_id,
          shown: { sku_id__title: sku_no, sku_id__hint: name, in_warehouse_id__title: in_warehouse },
          values: { in_warehouse_id, qty },
        }));
        return { ...sent, value: { lines, errors: sent.value.errors } };
      }}
    />
  );
}
