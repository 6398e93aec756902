import { CardRow } from '#src/kit/hand/card.tsx';
import { Sheet } from '#src/kit/hand/sheet.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import { goodsName, variantOf } from '../goods-words.ts';
import { gradeName } from '../grade-words.ts';
import type { Asked } from './recount-asked.ts';

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
