import { orderSheet } from '#contract/areas/purchasing/line-sheets.ts';
import { purchaseCalls } from '#contract/areas/purchasing/purchase-calls.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { LinesImport } from '#src/kit/desk/lines/lines-import.tsx';

/** Lines of a purchase order from a file: goods, and how many of them. */
export function OrderImport({ form }: { form: FormView }) {
  const wire = useWire();
  return (
    <LinesImport
      form={form}
      columns="第一列货品编码或条码，第二列数量"
      sheet={orderSheet}
      ask={async (rows) => {
        const sent = await wire.send(purchaseCalls.import, {
          rows: rows.map(([code = '', qty = '']) => ({ code, qty })),
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
