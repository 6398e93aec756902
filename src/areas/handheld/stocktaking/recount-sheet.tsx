import type { SheetGoods } from '#contract/areas/warehouse/count-entry.ts';
import { CardRow } from '#src/kit/hand/card.tsx';
import { Sheet } from '#src/kit/hand/sheet.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import { goodsName, variantOf } from '../goods-words.ts';
import { gradeName } from '../grade-words.ts';
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

/** The list of what is to be counted again; a touch opens it for typing. */
export function RecountSheet({
  asked,
  onPick,
  onClose,
}: {
  asked: readonly Asked[];
  onPick(one: Asked): void;
  onClose(): void;
}) {
  return (
    <Sheet title={`本轮复盘 ${asked.length} 种货品`} open onClose={onClose} tall>
      <div>
        {asked.map((one) => (
          <CardRow
            key={`${one.skuId}/${one.grade}`}
            title={one.goods ? goodsName(one.goods) : `货品 ${one.skuId}`}
            text={[one.goods && variantOf(one.goods), one.goods?.sku_no, one.grade !== 0 && gradeName(one.grade)]
              .filter(Boolean)
              .join(' · ')}
            mark={
              one.qty === null ? (
                <StatusTag tone="waiting">未盘</StatusTag>
              ) : (
                <StatusTag tone="done">已盘 {one.qty}</StatusTag>
              )
            }
            onOpen={() => onPick(one)}
          />
        ))}
      </div>
    </Sheet>
  );
}
