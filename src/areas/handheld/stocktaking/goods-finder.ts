import type { SheetGoods } from '#contract/areas/warehouse/count-entry.ts';
import { barcodeSpellings } from '#contract/kit/barcode-spellings.ts';

/** How a scanned or typed code finds goods of a sheet; blanks around it do not matter. */
export interface GoodsFinder {
  /**
   * The goods of a barcode or SKU number, in the asked grade where the sheet has it, otherwise in the grade it does have
   * (the same SKU: a grade that was not in the snapshot gets its line on the server). A code counts as it is spelled, a UPC in both
   * its spellings; in
   * other letter case only where nobody has it as spelled and all who have it are one SKU. Null for an unknown code.
   */
  find(code: string, imperfectType?: number): SheetGoods | null;
  /** Why a code is unknown: true when it is several SKUs' in other letter case and nobody's as it is spelled. */
  clashes(code: string): boolean;
}

/** Makes the finder of a sheet's goods. */
export function finderOf(goods: readonly SheetGoods[]): GoodsFinder {
  // As on the server: a barcode before a number that is spelled like it.
  const barcodes = indexOf(goods, (item) => item.barcodes.flatMap(barcodeSpellings));
  const numbers = indexOf(goods, (item) => [item.sku_no]);
  const folded = indexOf(goods, (item) => [...item.barcodes, item.sku_no].map(fold));
  const spelled = (code: string) => barcodes.get(code.trim()) ?? numbers.get(code.trim());
  const isOne = (found: readonly SheetGoods[]) => found.every((item) => item.sku_id === found[0]?.sku_id);
  return {
    find(code, imperfectType = 0) {
      const found = spelled(code) ?? folded.get(fold(code)) ?? [];
      if (!isOne(found)) return null;
      return found.find((item) => item.imperfect_type === imperfectType) ?? found[0] ?? null;
    },
    clashes: (code) => !spelled(code) && !isOne(folded.get(fold(code)) ?? []),
  };
}

function indexOf(
  goods: readonly SheetGoods[],
  codes: (item: SheetGoods) => readonly string[],
): Map<string, SheetGoods[]> {
  const index = new Map<string, SheetGoods[]>();
  for (const item of goods) {
    for (const code of new Set(codes(item))) {
      const found = index.get(code);
      if (found) found.push(item);
      else index.set(code, [item]);
    }
  }
  return index;
}

function fold(code: string): string {
  return code.trim().toUpperCase();
}
