import { purchasePriceLineSheet } from '#contract/areas/contracts/line-sheets.ts';
import { purchasePriceCalls } from '#contract/areas/contracts/purchase-price-calls.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { LinesImport } from '#src/kit/desk/lines/lines-import.tsx';
import { failed } from '#src/wire/sent.ts';
import { questionOf } from './purchase-question.ts';

/** Lines of a purchase price sheet from a file: goods, what they are bought at, and at which rate of tax. */
export function ImportLines({ form }: { form: FormView }) {
  const wire = useWire();
  return (
    <LinesImport
      form={form}
      columns="第一列货品编码或条码，第二列新进价(含税)，第三列税率（可不填）"
      sheet={purchasePriceLineSheet}
      ask={async (rows) => {
        const asked = questionOf(form);
        if (!asked)
          return failed({ kind: 'refused', refusal: 'invalid', code: 4001, msg: '请先选择供应商', field: null });
        const sent = await wire.send(purchasePriceCalls.fileContent, {
          ...asked,
          rows: rows.map(([code = '', price = '', tax = '']) => ({ code, price, tax })),
        });
        if (!sent.ok) return sent;
        const lines = sent.value.lines.map(({ row, sku_id, sku_no, name, new_price, tax_rate_bp }) => ({
          row,
          sku_id,
          shown: { sku_id__title: sku_no, sku_id__hint: name },
          values: { new_price, tax_rate_bp },
        }));
        return { ...sent, value: { lines, errors: sent.value.errors } };
      }}
    />
  );
}
