import { meanDays, ruleType } from './rule-enums.ts';

/** How far a rule fills up (domain.md §3.6, amendments G11). Days are days of sale; what is null does not limit. */
export interface RuleTerms {
  readonly min_days?: number | null | undefined;
  readonly max_days?: number | null | undefined;
  readonly min_qty?: number | null | undefined;
  readonly max_qty?: number | null | undefined;
  /** Pieces are sent by so many. */
  readonly round_to?: number | null | undefined;
  /** Days of sale that a sender keeps. */
  readonly keep_source_days?: number | null | undefined;
}

/** One piece of goods at one warehouse. Pieces. */
export interface Shelf {
  readonly warehouse_id: number;
  /** On hand and promised to nobody; what other proposals would take is taken off. */
  readonly available: number;
  /** On its way, or asked for and not sent yet. */
  readonly coming: number;
  /** Sold in the last `meanDays` days. */
  readonly sold: number;
}

/** So many pieces from one warehouse to another. */
export interface Move {
  readonly from: number;
  readonly to: number;
  readonly qty: number;
}

/** How many pieces this many days sell, rounded up. */
export const piecesOf = (days: number, sold: number): number => Math.ceil((days * Math.max(0, sold)) / meanDays);

/** What sells in a day, in hundredths of a piece. */
export const daySale = (sold: number): number => Math.round((Math.max(0, sold) * 100) / meanDays);

/** How many pieces a warehouse is filled up to: clamp(max_days × day_sale, min, max). */
export function targetOf({ max_days, min_qty, max_qty }: RuleTerms, sold: number): number {
  const wanted = Math.max(piecesOf(max_days ?? 0, sold), min_qty ?? 0);
  return Math.min(wanted, max_qty ?? Number.MAX_SAFE_INTEGER);
}

/**
 * How many pieces a receiver needs: nothing while what it has and what comes last for `min_days` (for the target where that is not said) and are
 * `min_qty`, else what is missing to the target, rounded to the nearest multiple and never above `max_qty`.
 */
export function needOf(terms: RuleTerms, { available, coming, sold }: Shelf): number {
  const has = available + coming;
  const target = targetOf(terms, sold);
  const { min_days, max_days, min_qty, max_qty } = terms;
  const low = Math.min(target, Math.max(piecesOf(min_days ?? max_days ?? 0, sold), min_qty ?? 0));
  if (has >= low) return 0;
  const step = stepOf(terms);
  const missing = Math.floor((2 * (target - has) + step) / (2 * step)) * step;
  const room = (max_qty ?? Number.MAX_SAFE_INTEGER) - has;
  return Math.min(missing, Math.floor(room / step) * step);
}

/** How many pieces a sender can give: what it keeps for its own sale stays; of rules that even out or send back, its own target besides. */
export function surplusOf(type: number, terms: RuleTerms, { available, sold }: Shelf): number {
  const kept = piecesOf(terms.keep_source_days ?? 0, sold);
  const own = type === ruleType.replenish ? 0 : targetOf(terms, sold);
  return Math.max(0, available - Math.max(kept, own));
}

interface Goods {
  readonly type: number;
  readonly terms: RuleTerms;
  /** In the order in which they are asked. */
  readonly senders: readonly Shelf[];
  readonly receivers: readonly Shelf[];
  /** Whether goods may go this way. */
  mayGo(from: number, to: number): boolean;
}

/**
 * What a rule proposes of one piece of goods. Nobody gives more than there is to give, nobody gets more than is needed; where that is
 * not enough, it is shared in the proportion of the needs. What is sent back goes to the first warehouse that takes it, all of it.
 */
export function propose(goods: Goods): Move[] {
  return goods.type === ruleType.back ? sendBack(goods) : fillUp(goods);
}

function fillUp({ type, terms, senders, receivers, mayGo }: Goods): Move[] {
  const step = stepOf(terms);
  const open = new Map(receivers.map((one) => [one.warehouse_id, needOf(terms, one)]));
  const moves: Move[] = [];
  for (const sender of senders) {
    const from = sender.warehouse_id;
    const asking = [...open].filter(([to, need]) => need > 0 && to !== from && mayGo(from, to));
    // Who needs something itself gives nothing away.
    if (asking.length === 0 || (open.get(from) ?? 0) > 0) continue;
    const shares = shareOut(
      asking.map(([, need]) => need),
      { of: surplusOf(type, terms, sender), step },
    );
    for (const [place, [to, need]] of asking.entries()) {
      const qty = shares[place] ?? 0;
      if (qty === 0) continue;
      moves.push({ from, to, qty });
      open.set(to, need - qty);
    }
  }
  return moves;
}

function sendBack({ terms, senders, receivers, mayGo }: Goods): Move[] {
  const step = stepOf(terms);
  return senders.flatMap((sender) => {
    const from = sender.warehouse_id;
    const to = receivers.find(({ warehouse_id: id }) => id !== from && mayGo(from, id))?.warehouse_id;
    const qty = Math.floor(surplusOf(ruleType.back, terms, sender) / step) * step;
    return to === undefined || qty === 0 ? [] : [{ from, to, qty }];
  });
}

/**
 * Shares pieces out among needs, by whole multiples of `step`: all of them where there is enough, else in proportion by the largest
 * remainder (domain.md §1.2). The shares are never more than there is, each never more than its need.
 */
export function shareOut(needs: readonly number[], { of, step }: { of: number; step: number }): number[] {
  const wanted = needs.map((need) => Math.floor(need / step));
  const sum = wanted.reduce((total, packs) => total + packs, 0);
  const there = Math.min(sum, Math.max(0, Math.floor(of / step)));
  if (sum === 0) return needs.map(() => 0);
  const shares = wanted.map((packs) => Math.floor((packs * there) / sum));
  const left = there - shares.reduce((total, packs) => total + packs, 0);
  const byRest = wanted
    .map((packs, place) => ({ place, rest: (packs * there) % sum }))
    .sort((one, other) => other.rest - one.rest || one.place - other.place);
  for (const { place } of byRest.slice(0, left)) shares[place] = (shares[place] ?? 0) + 1;
  return shares.map((packs) => packs * step);
}

const stepOf = ({ round_to }: RuleTerms): number => Math.max(1, round_to ?? 1);
