import { sql } from 'kysely';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import type { Tx } from '#server/database/transaction.ts';
import { type Balance, keyOf } from './balances.ts';
import type { Leg, Posting } from './posting.ts';

/** A posted count of a key, and its instant. */
interface PostedCount {
  readonly countedAt: string;
  readonly countedById: number;
}

/** A leg that turns up after a count of its key was posted, and that count. */
interface LateLeg extends PostedCount {
  readonly leg: Leg;
  readonly at: string;
}

/** The latest posted count of a balance, where it was taken at the ISO time `at` or later: it saw what happened by then. */
export function countSince(balance: Balance | undefined, at: string): PostedCount | undefined {
  const { countedAt, countedById } = balance ?? {};
  return countedAt && countedById && Date.parse(at) <= Date.parse(countedAt) ? { countedAt, countedById } : undefined;
}

/**
 * The legs of a posting with what keeps posted counts right. A leg that turns up late but happened before a posted count
 * of its key was seen by the counters already; its effect on the book is taken back by a linked opposite pair at the
 * instant of the count (amendments A). Only a leg whose zone had been counted before the goods moved was not seen: it
 * stands, and says which count did not see it (decision 0006). A stocktake's own legs are what its count found, so that
 * count is never corrected for them; a later one is. One query, and only when there are such legs.
 */
export async function withCorrections(
  tx: Tx,
  posting: Posting,
  balances: ReadonlyMap<string, Balance>,
): Promise<Leg[]> {
  const own = new Map(posting.count?.points.map((point) => [keyOf(point), point.countedAt]));
  const late = posting.legs.flatMap((leg): LateLeg[] => {
    const at = leg.happenedAt ?? posting.happenedAt;
    const count = countSince(balances.get(keyOf(leg)), at);
    if (!count || count.countedById === posting.count?.stocktakingId) return [];
    // The figure that is posted just now takes the place of an earlier one.
    const now = own.get(keyOf(leg));
    return now !== undefined && Date.parse(now) >= Date.parse(count.countedAt) ? [] : [{ leg, at, ...count }];
  });
  if (late.length === 0) return [...posting.legs];
  const points = await pointsOf(tx, late);
  const unseen = new Map(late.filter((one) => isUnseen(one, points)).map((one) => [one.leg, one.countedById]));
  const legs = posting.legs.map((leg) => (unseen.has(leg) ? { ...leg, unseenBy: unseen.get(leg) } : leg));
  const seen = late.filter((one) => !unseen.has(one.leg));
  const opposites = (ones: readonly LateLeg[]) => ones.flatMap((one) => oppositeOf(one, posting.gainLoss));
  // What is given back comes first: the goods may be gone from the book already, and no row shows less than nothing.
  return [
    ...opposites(seen.filter(({ leg }) => leg.delta < 0)),
    ...legs,
    ...opposites(seen.filter(({ leg }) => leg.delta >= 0)),
  ];
}

function isUnseen({ leg, at, countedById }: LateLeg, points: ReadonlyMap<string, string>): boolean {
  const counted = leg.zone ? points.get(pointKey(countedById, leg, leg.zone)) : undefined;
  return counted !== undefined && Date.parse(counted) < Date.parse(at);
}

function oppositeOf({ leg, countedAt, countedById }: LateLeg, gainLoss: number): Leg[] {
  const shared = {
    skuId: leg.skuId,
    imperfectType: leg.imperfectType,
    happenedAt: countedAt,
    zone: leg.zone ?? null,
    lineId: leg.lineId ?? null,
    ...(leg.source ? { source: leg.source } : {}),
    correctsCountOf: countedById,
    bizType: leg.delta > 0 ? bizType.countLoss : bizType.countGain,
  };
  return [
    { ...shared, location: leg.location, delta: -leg.delta },
    { ...shared, location: gainLoss, delta: leg.delta },
  ];
}

async function pointsOf(tx: Tx, late: readonly LateLeg[]): Promise<Map<string, string>> {
  const { rows } = await sql<{
    stocktaking_id: number;
    sku_id: number;
    imperfect_type: number;
    zone: string;
    counted_at: string;
  }>`
    select p.* from stocktaking_point p
    where p.stocktaking_id = any(${[...new Set(late.map((one) => one.countedById))]}) and p.sku_id = any(${[...new Set(late.map((one) => one.leg.skuId))]})`.execute(
    tx,
  );
  return new Map(
    rows.map((row) => [
      pointKey(row.stocktaking_id, { skuId: row.sku_id, imperfectType: row.imperfect_type }, row.zone),
      row.counted_at,
    ]),
  );
}

const pointKey = (sheet: number, key: { skuId: number; imperfectType: number }, zone: string): string =>
  `${sheet}/${key.skuId}/${key.imperfectType}/${zone}`;
