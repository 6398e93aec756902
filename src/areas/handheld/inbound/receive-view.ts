import type { InboundGoods, InboundSheet } from '#contract/areas/purchasing/inbound-entry.ts';
import { sinceDownload } from '../bench/view.ts';
import type { InboundOperation } from './entry.ts';

/** Goods of a batch: what is expected of them, and what was counted of them by everybody, as far as this device knows. */
export interface Counted {
  goods: InboundGoods;
  qty: number;
  /** Of these, pieces that are not first quality. */
  damaged: number;
}

/** What was counted of each goods of a batch: what the download says, and on top of that what was done here since. */
export function countedOf(sheet: InboundSheet, rows: readonly InboundOperation[]): Map<number, Counted> {
  const counted = new Map(
    sheet.goods.map((goods): [number, Counted] => {
      const pieces = (of: InboundGoods['counted']) => of.reduce((sum, { qty }) => sum + qty, 0);
      const damaged = goods.counted.filter(({ imperfect_type }) => imperfect_type !== 0);
      return [goods.sku_id, { goods, qty: pieces(goods.counted), damaged: pieces(damaged) }];
    }),
  );
  for (const { payload, qty } of sinceDownload(sheet, rows)) {
    const now = counted.get(payload.sku_id ?? 0);
    if (!now) continue;
    const damaged = now.damaged + (payload.imperfect_type === 0 ? 0 : qty);
    counted.set(now.goods.sku_id, { ...now, qty: now.qty + qty, damaged });
  }
  return counted;
}
