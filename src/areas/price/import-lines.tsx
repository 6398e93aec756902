import { priceLineSheet } from '#contract/areas/price/line-sheets.ts';
import { priceCalls } from '#contract/areas/price/price-calls.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { LinesImport } from '#src/kit/desk/lines/lines-import.tsx';

/** Lines of a price sheet from a file of two columns: goods, and what they are to cost. */
export function ImportLines({ form }: { form: FormView }) {
  const wire = useWire();
  return (
    <LinesImport
      form={form}
      columns="第一列货品编码或条码，第二列新售价"
      sheet={priceLineSheet}
      ask={async (rows) => {
        const sent = await wire.send(priceCalls.import, {
          rows: rows.map(([code = '', price = '']) => ({ code, price })),
        });
        if (!sent.ok) return sent;
        const lines = sent.value.lines.map(({ row, sku_id, sku_no, name, new_price }) => ({
          row,
          sku_id,
          shown: { sku_id__title: sku_no, sku_id__hint: name },
          values: { new_price },
        }));
        return { ...sent, value: { lines, errors: sent.value.errors } };
      }}
    />
  );
}
