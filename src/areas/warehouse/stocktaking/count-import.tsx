import { countSheet } from '#contract/areas/warehouse/line-sheets.ts';
import { importCountsCall } from '#contract/areas/warehouse/stocktaking-calls.ts';
import type { FormCore } from '#src/engine/form/use-form-core.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { LinesImport } from '#src/kit/desk/lines/lines-import.tsx';

/** What was counted from a file: goods, how many, in which zone and of which grade; figures that are in the grid are changed. */
export function CountImport({ id, form }: { id: number; form: FormCore }) {
  const wire = useWire();
  return (
    <LinesImport
      form={form}
      columns="第一列货品编码或条码，第二列数量，第三列库区，第四列品级（后两列可不填）"
      sheet={countSheet}
      known={({ sku_id, zone_id, imperfect_type }) => `${sku_id}/${zone_id}/${imperfect_type ?? 0}`}
      ask={async (rows) => {
        const sent = await wire.send(importCountsCall, {
          id,
          rows: rows.map(([code = '', qty = '', zone = '', grade = '']) => ({ code, qty, zone, grade })),
        });
        if (!sent.ok) return sent;
        const lines = sent.value.lines.map(({ row, sku_id, sku_no, name, qty, zone_id, imperfect_type }) => ({
          row,
          sku_id,
          shown: { sku_id__title: sku_no, sku_id__hint: name },
          values: { qty, zone_id, imperfect_type },
        }));
        return { ...sent, value: { lines, errors: sent.value.errors } };
      }}
    />
  );
}
