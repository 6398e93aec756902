import { Card, CardRow } from '#src/kit/hand/card.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import { goodsName, variantOf } from '../goods-words.ts';
import type { Counted } from './receive-view.ts';

/** What is expected against what was counted, goods by goods. */
export function GoodsList({ counted }: { counted: readonly Counted[] }) {
  const sum = (of: (one: Counted) => number) => counted.reduce((all, one) => all + of(one), 0);
  return (
    <Card title={`应收 ${sum(({ goods }) => goods.plan_qty)} · 已点 ${sum(({ qty }) => qty)}`}>
      {counted.map(({ goods, qty, damaged }) => (
        <CardRow
          key={goods.sku_id}
          title={goodsName(goods)}
          text={[variantOf(goods), goods.sku_no, damaged > 0 && `残次 ${damaged}`].filter(Boolean).join(' · ')}
          mark={
            <StatusTag tone={qty === goods.plan_qty ? 'done' : qty > goods.plan_qty ? 'refused' : 'waiting'}>
              {`${qty} / ${goods.plan_qty}`}
            </StatusTag>
          }
        />
      ))}
    </Card>
  );
}
