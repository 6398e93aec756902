import type { SheetGoods } from '#contract/areas/warehouse/count-entry.ts';
import type { CountView } from './count-view.ts';
import { keyOf } from './counter.ts';
import type { OpenSheet } from './sheets.ts';

/** One of the goods that a recount asks for, and whether this counter has it. */
export interface Asked {
  goods: SheetGoods | null;
  skuId: number;
  grade: number;
  /** Pieces counted here in this round; null when none were. */
  qty: number | null;
}

/** The goods that this round asks for, those not counted yet first. */
export function askedFor(open: OpenSheet, view: CountView, at: { uid: number; zone: string }): Asked[] {
  const bySku = new Map(open.sheet.goods.map((goods) => [goods.sku_id, goods]));
  return open.sheet.recount
    .map(({ sku_id: skuId, imperfect_type: grade }) => {
      const key = keyOf({ ...at, open }, { goods: skuId, grade });
      return { goods: bySku.get(skuId) ?? null, skuId, grade, qty: view.figures.get(key)?.qty ?? null };
    })
    .toSorted((a, b) => Number(a.qty !== null) - Number(b.qty !== null));
}
