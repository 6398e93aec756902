import { applyPromotion } from './apply.ts';
import type { Basket, PricedBasket, PricingPromotion, PricingStep } from './basket.ts';
import { type Chosen, candidateOf, choose, compete, inTurn } from './choose.ts';
import { notFor } from './covers.ts';

/**
 * Prices a basket under promotions: which of them hold, what each takes off which line, to the fen, and why the others do not. Pure: the server
 * prices orders again with it and screens explain a basket with it.
 */
export function priceBasket(basket: Basket, promotions: readonly PricingPromotion[]): PricedBasket {
  const asked = [...promotions].sort(inTurn).map((promotion) => {
    const why = notFor(promotion, basket);
    const candidate = candidateOf(promotion, basket);
    return { candidate, why: why ?? (candidate.covered.length === 0 ? '没有适用的商品' : undefined) };
  });
  const { left, steps } = choose(
    asked.flatMap(({ candidate, why }) => (why === undefined ? [candidate] : [])),
    basket,
  );
  const lines = basket.lines.map(({ sku_id, qty, sale_price }, place) => ({
    sku_id,
    qty,
    amount: sale_price * qty,
    discounts: steps.flatMap(({ candidate, applied }) => {
      const amount = applied.amounts.get(place);
      return amount ? [{ promotion_id: candidate.promotion.id, amount }] : [];
    }),
    final_amount: left[place] ?? 0,
  }));
  const goodsAmount = lines.reduce((sum, { amount }) => sum + amount, 0);
  return {
    lines,
    goods_amount: goodsAmount,
    discount_amount: goodsAmount - left.reduce((sum, one) => sum + one, 0),
    steps: asked.map(({ candidate, why }) => stepOf({ candidate, why, steps, basket })),
  };
}

interface Told {
  readonly candidate: Chosen['candidate'];
  readonly why: string | undefined;
  readonly steps: readonly Chosen[];
  readonly basket: Basket;
}

function stepOf({ candidate, why, steps, basket }: Told): PricingStep {
  const { id, promotion_no, name } = candidate.promotion;
  const step = { promotion_id: id, promotion_no, name };
  if (why !== undefined) return { ...step, applied: false, amount: 0, words: why };
  const own = steps.find((one) => one.candidate === candidate);
  if (own) return { ...step, applied: true, amount: own.applied.amount, words: own.applied.words };
  const left = basket.lines.map(({ sale_price, qty }) => sale_price * qty);
  const alone = applyPromotion({ ...candidate, basket, left });
  const rival = steps.find((one) => compete(one.candidate, candidate));
  const words =
    alone.amount === 0
      ? alone.words
      : rival
        ? `不与 ${rival.candidate.promotion.promotion_no} 叠加，后者优先`
        : '叠加后没有可优惠的金额';
  return { ...step, applied: false, amount: 0, words };
}
