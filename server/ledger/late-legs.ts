import { type Balance, keyOf } from './balances.ts';
import type { Books, LateRows } from './policies.ts';
import type { Leg, Posting } from './posting.ts';

/** What is settled of a key: until when, and by which document. Times are ISO. */
export interface Settlement {
  readonly at: string;
  readonly by: number;
}

/** A leg that turns up after its key was settled for its time. */
export interface LateLeg {
  readonly leg: Leg;
  /** When the goods moved. */
  readonly at: string;
  readonly settlement: Settlement;
}

/** What a policy has settled of a balance, where that is for the ISO time `at` or later. */
export function settledSince(policy: LateRows, balance: Balance | undefined, at: string): Settlement | undefined {
  const settlement = balance?.settled.get(policy);
  return settlement && Date.parse(at) <= Date.parse(settlement.at) ? settlement : undefined;
}

/** The latest instant for which anything has settled a balance; null where nothing has. */
export function settledUntil(balance: Balance): string | null {
  return [...balance.settled.values()].reduce<string | null>((latest, { at }) => later(latest, at), null);
}

/** The later of two ISO times; null is none yet. */
export const later = (one: string | null, other: string): string =>
  one !== null && Date.parse(one) > Date.parse(other) ? one : other;

/** The legs of a posting with what the areas make of its late ones; an area is asked only where there are some. */
export async function judgeLate(
  { db, policies }: Books,
  posting: Posting,
  balances: ReadonlyMap<string, Balance>,
): Promise<Leg[]> {
  let legs = [...posting.legs];
  for (const policy of policies.lateRows) {
    const late = lateLegs(policy, { ...posting, legs }, balances);
    if (late.length > 0) legs = await policy.judge(db, { legs, late });
  }
  return legs;
}

// A document's own legs belong to what it settles, so they are never late for it; they may be for a later one.
function lateLegs(policy: LateRows, posting: Posting, balances: ReadonlyMap<string, Balance>): LateLeg[] {
  const own = posting.settling?.policy === policy ? posting.settling : undefined;
  const anew = new Map(own?.points.map((point) => [keyOf(point), point.at]));
  return posting.legs.flatMap((leg): LateLeg[] => {
    const at = leg.happenedAt ?? posting.happenedAt;
    const settlement = settledSince(policy, balances.get(keyOf(leg)), at);
    if (!settlement || settlement.by === own?.by) return [];
    // What is settled just now takes the place of what was.
    const now = anew.get(keyOf(leg));
    return now !== undefined && Date.parse(now) >= Date.parse(settlement.at) ? [] : [{ leg, at, settlement }];
  });
}
