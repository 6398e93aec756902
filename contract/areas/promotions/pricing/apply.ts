import { promotionType, stepPlaces } from '../promotion-enums.ts';
import type { Basket, PricingPromotion } from './basket.ts';
import type { Covered } from './covers.ts';
import { scaled, shareByWeight } from './shares.ts';

/** What a promotion takes off, by place of the covered line, and in words how it came to that. */
export interface Applied {
  readonly amounts: ReadonlyMap<number, number>;
  readonly amount: number;
  readonly words: string;
}

interface Applying {
  readonly promotion: PricingPromotion;
  readonly covered: readonly Covered[];
  readonly basket: Basket;
  /** What each line of the basket still costs, after the promotions before this one. */
  readonly left: readonly number[];
}

/** Works one promotion out on what the lines still cost. Nothing is taken off beyond that. */
export function applyPromotion(applying: Applying): Applied {
  const { promotion } = applying;
  const apply = ways[promotion.promotion_type];
  return apply ? apply(applying) : none('未知的促销类型');
}

const ways: Readonly<Record<number, (applying: Applying) => Applied>> = {
  [promotionType.price]: (applying) => eachPiece(applying),
  [promotionType.discount]: (applying) => eachPiece(applying),
  [promotionType.cut]: cutBySteps,
  [promotionType.several]: discountBySteps,
  [promotionType.nth]: everyNth,
  [promotionType.exchange]: exchange,
};

const none = (words: string): Applied => ({ amounts: new Map(), amount: 0, words });

function sumUp(pairs: readonly (readonly [number, number])[], words: string, nothing: string): Applied {
  const amounts = new Map(pairs.filter(([, amount]) => amount > 0));
  const amount = [...amounts.values()].reduce((sum, one) => sum + one, 0);
  return amount > 0 ? { amounts, amount, words } : none(nothing);
}

// A price, a cut or a discount of each piece, as far as the limit of its line of the promotion goes, in the order of the basket.
function eachPiece({ promotion, covered, basket, left }: Applying, leastLimit?: number): Applied {
  const used = new Map<number, number>();
  let limited = false;
  const pairs = covered.map(({ place, by }): readonly [number, number] => {
    const goods = basket.lines[place];
    const line = promotion.lines[by];
    const rest = left[place] ?? 0;
    if (!goods) return [place, 0];
    const limit = line?.limit_qty ?? leastLimit ?? Number.MAX_SAFE_INTEGER;
    const pieces = Math.min(goods.qty, limit - (used.get(by) ?? 0));
    used.set(by, (used.get(by) ?? 0) + pieces);
    limited ||= pieces < goods.qty;
    const before = scaled(rest, pieces, goods.qty);
    return [place, Math.max(0, before - afterOf(promotion, { line, before, pieces }))];
  });
  const rule = {
    [promotionType.price]: '活动价',
    [promotionType.discount]: '折扣',
    [promotionType.exchange]: '换购价',
  };
  const words = `按${rule[promotion.promotion_type as keyof typeof rule]}计算${limited ? '，超出限购的件数按原价' : ''}`;
  return sumUp(pairs, words, '现价不高于活动价');
}

function afterOf(
  promotion: PricingPromotion,
  { line, before, pieces }: { line: PricingPromotion['lines'][number] | undefined; before: number; pieces: number },
): number {
  if (promotion.promotion_type === promotionType.discount)
    return scaled(before, line?.discount_x10 ?? promotion.discount_x10 ?? 100, 100);
  if (line?.promo_price) return line.promo_price * pieces;
  const cut = promotion.promotion_type === promotionType.price ? (promotion.cut_amount ?? 0) : 0;
  // A cut leaves at least a fen of every piece (domain.md §4.20).
  return Math.max(before - cut * pieces, Math.min(before, pieces));
}

function cutBySteps({ promotion, covered, left }: Applying): Applied {
  const base = baseOf(covered, left);
  const step = reached(promotion, base, ['step_amount', 'step_cut']);
  if (!step) return none('未达到满减门槛');
  const times = promotion.repeats ? Math.floor(base / step.least) : 1;
  return shared(
    { covered, left, amount: Math.min(base, step.gives * times) },
    `满减第 ${step.place} 档${times > 1 ? ` × ${times}` : ''}`,
  );
}

function discountBySteps({ promotion, covered, basket, left }: Applying): Applied {
  const pieces = covered.reduce((sum, { place }) => sum + (basket.lines[place]?.qty ?? 0), 0);
  const step = reached(promotion, pieces, ['step_qty', 'step_discount']);
  if (!step) return none('未达到满件门槛');
  const base = baseOf(covered, left);
  return shared({ covered, left, amount: base - scaled(base, step.gives, 100) }, `满件折第 ${step.place} 档`);
}

/** The highest step that a figure reaches. */
function reached(
  promotion: PricingPromotion,
  figure: number,
  [least, gives]: readonly ['step_amount', 'step_cut'] | readonly ['step_qty', 'step_discount'],
): { place: number; least: number; gives: number } | undefined {
  const steps = stepPlaces.flatMap((place) => {
    const [from, to] = [promotion[`${least}_${place}`], promotion[`${gives}_${place}`]];
    return from && to && figure >= from ? [{ place, least: from, gives: to }] : [];
  });
  return steps.at(-1);
}

const baseOf = (covered: readonly Covered[], left: readonly number[]): number =>
  covered.reduce((sum, { place }) => sum + (left[place] ?? 0), 0);

function shared(
  { covered, left, amount }: { covered: readonly Covered[]; left: readonly number[]; amount: number },
  words: string,
): Applied {
  const shares = shareByWeight(
    amount,
    covered.map(({ place }) => left[place] ?? 0),
  );
  return sumUp(
    covered.map(({ place }, index) => [place, shares[index] ?? 0] as const),
    words,
    '没有可优惠的金额',
  );
}

// The pieces stand in the order of their price, the dearest first; every n-th of them is cheaper, so that the cheapest of each n is.
function everyNth({ promotion, covered, basket, left }: Applying): Applied {
  const { nth, nth_discount_x10: tenths } = promotion;
  if (!nth || !tenths) return none('未设置第 N 件');
  const rows = covered
    .map(({ place }) => ({ place, qty: basket.lines[place]?.qty ?? 0, rest: left[place] ?? 0 }))
    .filter(({ qty }) => qty > 0)
    .sort((one, other) => other.rest * one.qty - one.rest * other.qty || one.place - other.place);
  let before = 0;
  const pairs = rows.map(({ place, qty, rest }): readonly [number, number] => {
    const pieces = Math.floor((before + qty) / nth) - Math.floor(before / nth);
    before += qty;
    const base = scaled(rest, pieces, qty);
    return [place, base - scaled(base, tenths, 100)];
  });
  return sumUp(pairs, `每第 ${nth} 件打折`, `不足 ${nth} 件`);
}

// What is bought besides opens the price of the goods of the promotion, one piece of each unless its line says more.
function exchange(applying: Applying): Applied {
  const { promotion, covered, left } = applying;
  const own = new Set(covered.map(({ place }) => place));
  const others = left.reduce((sum, rest, place) => sum + (own.has(place) ? 0 : rest), 0);
  return others < (promotion.exchange_amount ?? 0) ? none('其他商品未达到换购门槛') : eachPiece(applying, 1);
}
