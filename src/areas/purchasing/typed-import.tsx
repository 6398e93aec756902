import { arrivalCalls } from '#contract/areas/purchasing/arrival-calls.ts';
import { typedArrivalSheet } from '#contract/areas/purchasing/line-sheets.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { LinesImport } from '#src/kit/desk/lines/lines-import.tsx';

/** Lines of an appointment from a file: goods, how many of them, and their order where it is known. */
export function TypedImport({ form }: { form: FormView }) {
  const wire = useWire();
  return (
    <LinesImport
      form={form}
      columns="第一列货品编码或条码，第二列数量，第三列采购单号（可不填）"
      sheet={typedArrivalSheet}
      known={null}
      ask={async (rows) => {
        const sent = await wire.send(arrivalCalls.importOld, {
          rows: rows.map(([code = '', qty = '', purchase_no = '']) => ({ code, qty, purchase_no })),
        });
        if (!sent.ok) return sent;
        const lines = sent.value.lines.map(({ row, sku_id, sku_no, name, qty, purchase_no }) => ({
          row,
          sku_id,
          shown: { sku_id__title: sku_no, sku_id__hint: name },
          values: { plan_qty: qty, purchase_no },
        }));
        return { ...sent, value: { lines, errors: sent.value.errors } };
      }}
    />
  );
}
