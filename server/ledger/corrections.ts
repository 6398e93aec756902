import { sql } from 'kysely';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import type { Tx } from '#server/database/transaction.ts';
import { type Balance, keyOf } from './balances.ts';
import type { Leg, Posting } from './posting.ts';

/** A leg that turns up after a count of its key was posted, and that count. */
interface LateLeg {
  readonly leg: Leg;
  readonly at: string;
  readonly countedAt: string;
  readonly countedById: number;
}

/**
 * The legs of a posting with what keeps posted counts right. A leg that turns up late but happened before a posted count
 * of its key was seen by the counters already; its effect on the book is taken back by a linked opposite pair at the
 * instant of the count (amendments A). Only a leg whose zone had been counted before the goods moved was not seen: it
 * stands, and says which count did not see it (decision 0006). One query, and only when there are such legs.
 */
export async function withCorrections(
  tx: Tx,
  posting: Posting,
  balances: ReadonlyMap<string, Balance>,
): Promise<Leg[]> {
  const late = posting.legs.flatMap((leg): LateLeg[] => {
    const { countedAt, countedById } = balances.get(keyOf(leg)) ?? {};
    const at = leg.happenedAt ?? posting.happenedAt;
    return countedAt && countedById && Date.parse(at) <= Date.parse(countedAt)
      ? [{ leg, at, countedAt, countedById }]
      : [];
  });
  if (late.length === 0) return [...posting.legs];
  const points = await pointsOf(tx, late);
  const unseen = new Map(late.filter((one) => isUnseen(one, points)).map((one) => [one.leg, one.countedById]));
  const legs = posting.legs.map((leg) => (unseen.has(leg) ? { ...leg, unseenBy: unseen.get(leg) } : leg));
  return [...legs, ...late.filter((one) => !unseen.has(one.leg)).flatMap((one) => oppositeOf(one, posting.gainLoss))];
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
