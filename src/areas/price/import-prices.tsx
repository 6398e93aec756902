import { priceLineSheet } from '#contract/areas/price/line-sheets.ts';
import { type PriceRow, priceCalls } from '#contract/areas/price/price-calls.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { ImportLines } from '#src/kit/desk/lines/import-lines.tsx';

/** Lines of a price sheet from a file: goods, and what they are to cost. */
export function ImportPrices({ form }: { form: FormView }) {
  return (
    <ImportLines
      form={form}
      sheet={priceLineSheet}
      call={priceCalls.import}
      inputOf={(rows) => ({ rows: rows as unknown as PriceRow[] })}
      valuesOf={({ sku_id, sku_no, name, new_price }) => ({
        sku_id,
        sku_id__title: sku_no,
        sku_id__hint: name,
        new_price,
      })}
      known="sku_id"
    />
  );
}
