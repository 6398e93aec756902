import { sql } from 'kysely';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { LateLeg } from '#server/ledger/late-legs.ts';
import { counterparties } from '#server/ledger/locations.ts';
import type { LateRows } from '#server/ledger/policies.ts';
import type { Leg } from '#server/ledger/posting.ts';

/**
 * What keeps posted counts right. A leg that turns up late but happened before a posted count of its key was seen by the
 * counters already; its effect on the book is taken back by a linked opposite pair at the instant of the count (amendments
 * A). Only a leg whose zone had been counted before the goods moved was not seen: it stands, and says which count did not
 * see it (decision 0006). One query, and only where there are late legs.
 */
export const countedKeys: LateRows = {
  settled: { at: 'counted_at', by: 'counted_by_id' },
  marks: ['corrects_count_of', 'unseen_by'],
  async judge(tx, { legs, late }) {
    const points = await pointsOf(tx, late);
    const unseen = new Map(late.filter((one) => isUnseen(one, points)).map((one) => [one.leg, one.settlement.by]));
    const standing = legs.map((leg) => {
      const by = unseen.get(leg);
      return by === undefined ? leg : { ...leg, marks: { ...leg.marks, unseen_by: by } };
    });
    const seen = late.filter((one) => !unseen.has(one.leg));
    // What is given back comes first: the goods may be gone from the book already, and no row shows less than nothing.
    return [
      ...seen.filter(({ leg }) => leg.delta < 0).flatMap(oppositeOf),
      ...standing,
      ...seen.filter(({ leg }) => leg.delta >= 0).flatMap(oppositeOf),
    ];
  },
};

function isUnseen({ leg, at, settlement }: LateLeg, points: ReadonlyMap<string, string>): boolean {
  const counted = leg.zone ? points.get(pointKey(settlement.by, leg, leg.zone)) : undefined;
  return counted !== undefined && Date.parse(counted) < Date.parse(at);
}

function oppositeOf({ leg, settlement }: LateLeg): Leg[] {
  const shared = {
    skuId: leg.skuId,
    imperfectType: leg.imperfectType,
    happenedAt: settlement.at,
    zone: leg.zone ?? null,
    lineId: leg.lineId ?? null,
    ...(leg.source ? { source: leg.source } : {}),
    marks: { corrects_count_of: settlement.by },
    bizType: leg.delta > 0 ? bizType.countLoss : bizType.countGain,
  };
  return [
    { ...shared, location: leg.location, delta: -leg.delta },
    { ...shared, location: counterparties.gain_loss, delta: leg.delta },
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
    where p.stocktaking_id = any(${[...new Set(late.map((one) => one.settlement.by))]}) and p.sku_id = any(${[...new Set(late.map((one) => one.leg.skuId))]})`.execute(
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
