import { priceSheet } from '#contract/areas/price/price-sheet.ts';
import { salePrice } from '#contract/areas/price/sale-price.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import type { FormLine } from '#src/engine/form/lines.ts';
import type { FormView } from '#src/engine/use-form.ts';
import type { BesideColumn } from '#src/kit/desk/lines/beside.tsx';
import { LinesRoom } from '#src/kit/desk/lines/lines-room.tsx';
import { usePresentPrices } from './use-present-prices.ts';

/** The goods of a price sheet with the tag price, what they are sold at now and, for whoever may see it, what they cost. */
export function SheetLines({ form }: { form: FormView }) {
  const { goods } = usePresentPrices(form);
  const known = new Map(goods.map((one) => [one.sku_id, one]));
  const figure = (key: string, label: string, of: (line: FormLine) => number | null | undefined): BesideColumn => ({
    key,
    label,
    width: 104,
    of: (line) => {
      const value = of(line);
      return typeof value === 'number' ? printYuan(value) : value === null ? '无' : null;
    },
  });
  const at = ({ values }: FormLine) => known.get(Number(values.sku_id));
  const { tag_price, cost_price } = priceSheet.lines.fields;
  const beside = [
    figure('tag', tag_price.label, (line) => at(line)?.tag_price),
    figure('now', salePrice.label, (line) => at(line)?.old_price),
    ...(goods.some((one) => 'cost_price' in one)
      ? [figure('cost', cost_price.label, (line) => at(line)?.cost_price)]
      : []),
  ];
  return <LinesRoom form={form} beside={beside} />;
}
