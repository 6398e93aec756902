import { bizType } from '#contract/areas/warehouse/stock.ts';
import { type Balance, keyOf } from './balances.ts';
import type { Leg, Posting } from './post-stock.ts';

/**
 * The legs that keep posted counts right. A row that turns up late but happened at or before a posted count was
 * seen by the counters already: its effect on the book is taken back by an opposite pair at the instant of the count
 * (amendments A, "a ledger row posted later with τ ≤ T gets a linked opposite correction").
 */
export function correctionsOf(posting: Posting, balances: ReadonlyMap<string, Balance>): Leg[] {
  const gainLoss = posting.gainLoss;
  return posting.legs.flatMap((leg) => {
    const balance = balances.get(keyOf(leg));
    const at = leg.happenedAt ?? posting.happenedAt;
    if (!balance?.countedAt || balance.countedById === null || Date.parse(at) > Date.parse(balance.countedAt)) return [];
    const shared = {
      skuId: leg.skuId,
      imperfectType: leg.imperfectType,
      happenedAt: balance.countedAt,
      zone: leg.zone ?? null,
      lineId: leg.lineId ?? null,
      correctsCountOf: balance.countedById,
      bizType: leg.delta > 0 ? bizType.countLoss : bizType.countGain,
    };
    return [
      { ...shared, location: leg.location, delta: -leg.delta },
      { ...shared, location: gainLoss, delta: leg.delta },
    ];
  });
}
