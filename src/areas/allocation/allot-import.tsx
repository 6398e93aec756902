import { allotCalls } from '#contract/areas/allocation/allot-calls.ts';
import { allotSheet } from '#contract/areas/allocation/line-sheets.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { LinesImport } from '#src/kit/desk/lines/lines-import.tsx';

/** Lines of an allot from a file: goods, and how many of them; what the sender has too little of is said row by row. */
export function AllotImport({ form }: { form: FormView }) {
  const wire = useWire();
  const sender = form.values.out_warehouse_id;
  return (
    <LinesImport
      form={form}
      columns="第一列货品编码或条码，第二列数量"
      sheet={allotSheet}
      ask={async (rows) => {
        const sent = await wire.send(allotCalls.import, {
          rows: rows.map(([code = '', qty = '']) => ({ code, qty })),
          ...(typeof sender === 'number' ? { out_warehouse_id: sender } : {}),
        });
        if (!sent.ok) return sent;
        const lines = sent.value.lines.map(({ row, sku_id, sku_no, name, qty }) => ({
          row,
          sku_id,
          shown: { sku_id__title: sku_no, sku_id__hint: name },
          values: { qty },
        }));
        return { ...sent, value: { lines, errors: sent.value.errors } };
      }}
    />
  );
}
