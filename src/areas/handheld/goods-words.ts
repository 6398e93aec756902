import type { SheetGoods } from '#contract/areas/warehouse/count-entry.ts';

/** Goods as a person calls them. */
export type Named = Pick<SheetGoods, 'name' | 'color' | 'size'>;

/** The name of goods without the colour and size at its end, which the screen says beside it. */
export function goodsName({ name, color, size }: Named): string {
  const [shortened = name] = [` ${color} ${size}`, ` ${color}/${size}`]
    .filter((end) => name.endsWith(end) && name.length > end.length)
    .map((end) => name.slice(0, -end.length));
  return shortened;
}

/** Colour and size of goods, as one line. */
export function variantOf({ color, size }: Pick<SheetGoods, 'color' | 'size'>): string {
  return `${color} / ${size}`;
}
