import { type Applied, applyPromotion } from './apply.ts';
import type { Basket, PricingPromotion } from './basket.ts';
import { type Covered, coveredBy } from './covers.ts';

/** A promotion that may be for a basket, and the lines of it that it is for. */
export interface Candidate {
  readonly promotion: PricingPromotion;
  readonly covered: readonly Covered[];
}

/** Promotions in the order in which they are worked out: by priority, then by id. */
export const inTurn = (one: PricingPromotion, other: PricingPromotion): number =>
  other.priority - one.priority || one.id - other.id;

export const candidateOf = (promotion: PricingPromotion, basket: Basket): Candidate => ({
  promotion,
  covered: coveredBy(promotion, basket),
});

/** May two promotions not hold together? They compete where they are for the same line and one of them does not stack. */
export function compete(one: Candidate, other: Candidate): boolean {
  if (one.promotion.stackable && other.promotion.stackable) return false;
  const places = new Set(one.covered.map(({ place }) => place));
  return other.covered.some(({ place }) => places.has(place));
}

export interface Chosen {
  readonly candidate: Candidate;
  readonly applied: Applied;
}

/** Works several promotions out one after the other; undefined where one of them would give nothing. */
export function applyInTurn(
  chosen: readonly Candidate[],
  basket: Basket,
  start: readonly number[],
): { left: number[]; steps: Chosen[]; amount: number } | undefined {
  const left = [...start];
  const steps: Chosen[] = [];
  let amount = 0;
  for (const candidate of chosen) {
    const applied = applyPromotion({ ...candidate, basket, left });
    if (applied.amount === 0) return undefined;
    for (const [place, off] of applied.amounts) left[place] = (left[place] ?? 0) - off;
    steps.push({ candidate, applied });
    amount += applied.amount;
  }
  return { left, steps, amount };
}

/** Of so many promotions of one priority every combination is looked at; of more they are taken by what each gives. */
export const mostCombined = 10;

/**
 * The promotions that hold: level by level of priority, the highest first, those together that give the most and do not compete with one
 * another or with what a higher level chose; of equals the fewest, then the oldest. Exact, for levels of up to `mostCombined`.
 */
export function choose(candidates: readonly Candidate[], basket: Basket): { left: number[]; steps: Chosen[] } {
  let left = basket.lines.map(({ sale_price, qty }) => sale_price * qty);
  const steps: Chosen[] = [];
  const ordered = [...candidates].sort((one, other) => inTurn(one.promotion, other.promotion));
  for (const level of levelsOf(ordered)) {
    const open = level.filter((one) => !steps.some(({ candidate }) => compete(candidate, one)));
    const best = bestOf(open, basket, left);
    left = best.left;
    steps.push(...best.steps);
  }
  return { left, steps };
}

function levelsOf(ordered: readonly Candidate[]): Candidate[][] {
  const levels = new Map<number, Candidate[]>();
  for (const one of ordered) {
    const { priority } = one.promotion;
    levels.set(priority, [...(levels.get(priority) ?? []), one]);
  }
  return [...levels.values()];
}

interface Best {
  left: number[];
  steps: Chosen[];
  amount: number;
}

function bestOf(level: readonly Candidate[], basket: Basket, left: readonly number[]): Best {
  const nothing: Best = { left: [...left], steps: [], amount: 0 };
  if (level.length > mostCombined) return byAmount(level, basket, left);
  let best = nothing;
  const look = (place: number, taken: readonly Candidate[], state: Best): void => {
    if (isBetter(state, best)) best = state;
    for (let next = place; next < level.length; next += 1) {
      const one = level[next];
      if (!one || taken.some((other) => compete(one, other))) continue;
      const applied = applyInTurn([one], basket, state.left);
      if (!applied) continue;
      look(next + 1, [...taken, one], {
        left: applied.left,
        steps: [...state.steps, ...applied.steps],
        amount: state.amount + applied.amount,
      });
    }
  };
  look(0, [], nothing);
  return best;
}

// Combinations are met in the order of their ids, so that of equals of one length the oldest is met first.
const isBetter = (one: Best, best: Best): boolean =>
  one.amount > best.amount || (one.amount === best.amount && one.steps.length < best.steps.length);

function byAmount(level: readonly Candidate[], basket: Basket, left: readonly number[]): Best {
  const alone = level
    .map((one) => ({ one, amount: applyPromotion({ ...one, basket, left }).amount }))
    .filter(({ amount }) => amount > 0)
    .sort((one, other) => other.amount - one.amount || one.one.promotion.id - other.one.promotion.id);
  const taken: Candidate[] = [];
  for (const { one } of alone) if (!taken.some((other) => compete(one, other))) taken.push(one);
  let best: Best = { left: [...left], steps: [], amount: 0 };
  for (const one of taken.sort((a, b) => inTurn(a.promotion, b.promotion))) {
    const applied = applyInTurn([one], basket, best.left);
    if (applied)
      best = { left: applied.left, steps: [...best.steps, ...applied.steps], amount: best.amount + applied.amount };
  }
  return best;
}
