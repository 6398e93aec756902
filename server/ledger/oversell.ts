import { sql } from 'kysely';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import { type Balance, type Key, keyOf, shortOf } from './balances.ts';
import type { Moved } from './choose-batches.ts';
import { GoodsRefusal } from './goods-refusal.ts';
import type { Allowance, OpenCase, Shortfall } from './negatives.ts';
import type { Books } from './policies.ts';
import { type Leg, type Posting, sourceOf } from './posting.ts';

/** A balance that is asked for more than is free. */
export interface Short {
  readonly balance: Balance;
  readonly free: number;
  readonly needed: number;
}

/** What may be taken of a key beyond what is there: `room` are pieces of batches that nobody was promised. */
export interface OversellAllowance extends Allowance {
  room: number;
}

/** Of keys that are asked for too much, what is there and on what terms the rest may be missing. Refuses with `stockShort` those that may not go below nothing. */
export async function allowOversell(
  { db, policies }: Books,
  { oversell }: Posting,
  { short, released }: { short: readonly Short[]; released: ReadonlyMap<string, number> },
): Promise<Map<string, OversellAllowance>> {
  const [first] = short;
  if (!first) return new Map();
  const refused = (one: Short) => shortOf(one.balance, one);
  if (!oversell) throw refused(first);
  const allowed = await policies.negatives.allow(
    db,
    short.map(({ balance }) => balance).filter(({ warehouseId }) => warehouseId !== null),
    oversell,
  );
  return new Map(
    short.map((one): [string, OversellAllowance] => {
      const { balance } = one;
      const allowance = allowed.get(keyOf(balance));
      if (!allowance) throw refused(one);
      const there = balance.onHand + balance.openNegative - balance.locked + (released.get(keyOf(balance)) ?? 0);
      return [keyOf(balance), { ...allowance, room: Math.max(there, 0) }];
    }),
  );
}

/**
 * The cases that legs bring pieces back to (`takesBack`), with the legs. Where a policy has added legs to a key, what comes back was settled
 * already: it gets a batch like any other, which those legs take. Throws for what is not open any more.
 */
export async function casesOf(
  { db, policies }: Books,
  posting: Posting,
  legs: readonly Leg[],
): Promise<Map<Leg, OpenCase>> {
  const of = (all: readonly Leg[], key: Key) => all.filter((leg) => keyOf(leg) === keyOf(key)).length;
  const back = legs.filter((leg) => typeof leg.takesBack === 'number' && of(legs, leg) === of(posting.legs, leg));
  if (back.length === 0) return new Map();
  const open = new Map((await policies.negatives.waiting(db, back)).map((one) => [one.source.docId, one]));
  const left = new Map<number, number>();
  return new Map(
    back.map((leg): [Leg, OpenCase] => {
      const id = leg.takesBack as number;
      const found = open.get(id);
      const rest = (left.get(id) ?? found?.open ?? 0) - leg.delta;
      // Whoever brings them back has asked before what is open: a mistake of ours.
      if (!found || keyOf(found) !== keyOf(leg) || rest < 0)
        throw new Error(`negative case ${id} is not open for a leg`);
      left.set(id, rest);
      return [leg, found];
    }),
  );
}

/** The pieces that were chosen from nowhere, leg by leg. */
export function shortfallsOf(
  posting: Posting,
  {
    legs,
    chosen,
    oversell,
  }: { legs: readonly Leg[]; chosen: ReadonlyMap<Leg, Moved>; oversell: ReadonlyMap<string, OversellAllowance> },
): Shortfall[] {
  if (oversell.size === 0) return [];
  return legs.flatMap((leg): Shortfall[] => {
    const allowance = leg.delta < 0 ? oversell.get(keyOf(leg)) : undefined;
    const qty = (chosen.get(leg) ?? []).reduce((sum, pieces) => sum + (pieces.batch ? 0 : pieces.qty), 0);
    if (!allowance || qty === 0) return [];
    const { location, skuId, imperfectType, bizType } = leg;
    return [
      {
        location,
        skuId,
        imperfectType,
        bizType,
        rule: allowance.rule,
        tempCost: allowance.tempCost,
        source: sourceOf(leg, posting),
        lineId: leg.lineId ?? null,
        at: leg.happenedAt ?? posting.happenedAt,
        out: -leg.delta,
        qty,
      },
    ];
  });
}

/** Changes by how many pieces keys are below nothing; the balances, which are locked, follow. */
export async function changeNegative(
  tx: Tx,
  changes: readonly (Key & { readonly by: number })[],
  balances: Map<string, Balance>,
): Promise<void> {
  if (changes.length === 0) return;
  const sums = new Map<string, Key & { by: number }>();
  for (const { location, skuId, imperfectType, by } of changes) {
    const key = { location, skuId, imperfectType };
    sums.set(keyOf(key), { ...key, by: by + (sums.get(keyOf(key))?.by ?? 0) });
  }
  const rows = [...sums.values()];
  await sql`
    update stock_balance b set open_negative = b.open_negative + n.by
    from ${rowsOf('n', {
      location_id: ['bigint', rows.map((row) => row.location)],
      sku_id: ['bigint', rows.map((row) => row.skuId)],
      imperfect_type: ['smallint', rows.map((row) => row.imperfectType)],
      by: ['bigint', rows.map((row) => row.by)],
    })}
    where b.location_id = n.location_id and b.sku_id = n.sku_id and b.imperfect_type = n.imperfect_type`.execute(tx);
  for (const row of rows) {
    const balance = balances.get(keyOf(row));
    if (balance) balances.set(keyOf(row), { ...balance, openNegative: balance.openNegative + row.by });
  }
}

/**
 * Refuses goods that leave without their batch although a rule asks for it. What has been sold, and what a count found gone, has left
 * already: nobody can be asked for its batch.
 */
export function refuseUnnamed(posting: Posting, balances: ReadonlyMap<string, Balance>): void {
  if (posting.oversell || posting.settling) return;
  for (const leg of posting.legs) {
    const balance = balances.get(keyOf(leg));
    if (leg.delta >= 0 || !balance?.guarded || balance.outOrder !== named || typeof leg.origin === 'number') continue;
    throw new GoodsRefusal('invalid', balance, (goods) => `${goods} 按库存规则须指定批次出库`, 'lines');
  }
}

/** out_order of domain.md §2: nothing leaves but by name. */
const named = 3;
