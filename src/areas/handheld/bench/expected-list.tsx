import { Card, CardRow } from '#src/kit/hand/card.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import { goodsName, type Named, variantOf } from '../goods-words.ts';

/** What is expected of some goods, and what was counted of them by everybody, as far as this device knows. */
export interface Expected {
  key: number;
  goods: Named & { sku_no: string };
  plan: number;
  qty: number;
  /** Said of them besides. */
  more?: string | undefined;
}

interface ExpectedListProps {
  rows: readonly Expected[];
  words: [plan: string, counted: string];
  /** Goods were touched: what was counted of them is typed. */
  onType?: ((code: string) => void) | undefined;
}

/** What is expected against what was counted, goods by goods. */
export function ExpectedList({ rows, words, onType }: ExpectedListProps) {
  const sum = (of: (one: Expected) => number) => rows.reduce((all, one) => all + of(one), 0);
  return (
    <Card title={`${words[0]} ${sum(({ plan }) => plan)} · ${words[1]} ${sum(({ qty }) => qty)}`}>
      {rows.map(({ key, goods, plan, qty, more }) => (
        <CardRow
          key={key}
          title={goodsName(goods)}
          {...(onType ? { onOpen: () => onType(goods.sku_no), label: `录入 ${goodsName(goods)} ${goods.sku_no}` } : {})}
          text={[variantOf(goods), goods.sku_no, more].filter(Boolean).join(' · ')}
          mark={
            <StatusTag
              tone={qty === plan ? 'done' : qty > plan ? 'refused' : 'waiting'}
            >{`${qty} / ${plan}`}</StatusTag>
          }
        />
      ))}
    </Card>
  );
}
