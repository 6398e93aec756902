import { Card, CardRow } from '#src/kit/hand/card.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import { goodsName, variantOf } from '../../goods-words.ts';
import type { Taken } from './code-view.ts';
import type { Pieces } from './pieces.ts';

/** What was read against what is expected, goods by goods, and the pieces that are still looked for. */
export function TakenList({ taken, pieces }: { taken: Taken; pieces: Pieces }) {
  const { goods, found, expected, missing } = taken;
  const left = missing.length - shown;
  // A region that takes the focus: it scrolls, and nothing within it does.
  return (
    <section tabIndex={0} aria-label="明细">
      <Card title={expected === null ? `本单已读 ${found}` : `应有 ${expected} · 已读 ${found}`}>
        {goods.map(({ key, goods, plan, qty }) => (
          <CardRow
            key={key}
            title={goods ? goodsName(goods) : key}
            text={goods ? `${variantOf(goods)} · ${goods.sku_no}` : ''}
            mark={
              <StatusTag tone={plan === null || qty === plan ? 'done' : qty > plan ? 'refused' : 'waiting'}>
                {plan === null ? qty : `${qty} / ${plan}`}
              </StatusTag>
            }
          />
        ))}
      </Card>
      {missing.length > 0 && (
        <Card title={`还没读到 ${missing.length}`}>
          {missing.slice(0, shown).map((piece) => {
            const goods = pieces.goodsOf(piece);
            return (
              <CardRow
                key={piece.unique_code}
                title={goods ? `${goodsName(goods)} · ${variantOf(goods)}` : piece.unique_code}
                text={[piece.unique_code, piece.position ?? '货位未记'].join(' · ')}
              />
            );
          })}
          {left > 0 && <CardRow title={`另有 ${left} 个`} text="继续读，读到的会从这里消失" />}
        </Card>
      )}
    </section>
  );
}

/** What a person looks through on a tablet. */
const shown = 100;
