import { sku } from '#contract/areas/goods/sku.ts';
import { type PriceRow, priceCalls } from '#contract/areas/price/price-calls.ts';
import { priceSheet } from '#contract/areas/price/price-sheet.ts';
import type { OutputOf } from '#contract/kit/call.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { limits } from '#contract/kit/limits.ts';
import type { PreviewRow } from '#src/engine/bulk/preview-row.ts';
import type { SheetRows } from '#src/engine/bulk/read-sheet.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { ImportRows, type RowsAsked } from '#src/kit/desk/bulk/import-rows.tsx';
import type { Sent } from '#src/wire/sent.ts';

type Answer = OutputOf<typeof priceCalls.import>;

/** Lines of a price sheet from two columns of a file or the clipboard: goods by number or barcode, and what they are to cost. */
export function ImportLines({ form }: { form: FormView }) {
  const wire = useWire();
  const ask = async (sheet: SheetRows['rows']): Promise<Sent<RowsAsked>> => {
    const { rows, from } = rowsOf(sheet);
    if (rows.length === 0) return { ok: true, value: { rows: [], take: () => undefined }, serverTime: null };
    const sent = await wire.send(priceCalls.import, { rows }, { ownWords: true });
    if (!sent.ok) return sent;
    const known = new Map(form.lines.rows.map(({ key, values }) => [values.sku_id, { key, price: values.new_price }]));
    return {
      ...sent,
      value: {
        rows: previewOf(sent.value, { rows, from, priceOf: (id) => known.get(id)?.price }),
        take: () => {
          const there = (id: number) => known.get(id)?.key;
          form.changeLines(
            new Map(
              sent.value.lines.flatMap(({ sku_id, new_price }) => {
                const key = there(sku_id);
                return key === undefined ? [] : [[key, { new_price }] as const];
              }),
            ),
          );
          form.addLines(sent.value.lines.filter(({ sku_id }) => there(sku_id) === undefined).map(lineOf));
        },
      },
    };
  };
  return (
    <ImportRows
      name="price-lines"
      label={sku.label}
      hint={`第一列${sku.fields.sku_no.label}或条码，第二列${newPrice.label}；标题行可有可无`}
      most={limits.documentLines}
      disabled={form.resting}
      ask={ask}
    />
  );
}

const newPrice = priceSheet.lines.fields.new_price;

/** The rows below the heading, if there is one, and at which row of the sheet they begin. */
function rowsOf(sheet: SheetRows['rows']): { rows: PriceRow[]; from: number } {
  const headed = !/\d/.test(sheet[0]?.[1] ?? '');
  const below = (headed ? sheet.slice(1) : sheet).slice(0, limits.documentLines);
  return { rows: below.map(([code = '', price = '']) => ({ code, price })), from: headed ? 2 : 1 };
}

interface Shown {
  readonly rows: readonly PriceRow[];
  readonly from: number;
  /** What the form has the goods at, if it has them. */
  priceOf(skuId: number): unknown;
}

function previewOf({ lines, errors }: Answer, { rows, from, priceOf }: Shown): PreviewRow[] {
  const words = new Map(errors.map((error) => [error.row, error.words]));
  const found = new Map(lines.map((line) => [line.row, line]));
  return rows.map(({ code }, at) => {
    const place = at + from;
    const line = found.get(at + 1);
    const row = { id: place, row: place, name: line?.name ?? code, hint: line?.sku_no ?? null };
    if (!line) return { ...row, changes: [], words: words.get(at + 1) ?? `找不到货品 ${code}` };
    const now = priceOf(line.sku_id);
    const before = typeof now === 'number' ? now : line.old_price;
    const same = typeof now === 'number' && now === line.new_price;
    const change = { label: newPrice.label, before: printYuan(before), after: printYuan(line.new_price) };
    return { ...row, changes: same ? [] : [change], words: null };
  });
}

const lineOf = ({ sku_id, sku_no, name, new_price }: Answer['lines'][number]) => ({
  sku_id,
  sku_id__title: sku_no,
  sku_id__hint: name,
  new_price,
});
