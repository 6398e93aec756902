import { sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import type { allotDiff } from '#contract/areas/allocation/allot-diff.ts';
import { allotState, decideType } from '#contract/areas/allocation/allot-enums.ts';
import { type AllotPieces, allotEnded, allotReceived, allotReturned } from '#contract/areas/allocation/allot-events.ts';
import { goodsLeft } from '#contract/areas/warehouse/out-ware-detail.ts';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { allocate, type Wanted } from '#server/ledger/allocate.ts';
import { type Balance, keyOf, lockBalances } from '#server/ledger/balances.ts';
import { GoodsRefusal } from '#server/ledger/goods-refusal.ts';
import { counterparties, locationsOf } from '#server/ledger/locations.ts';
import { postStock } from '#server/ledger/post-stock.ts';
import type { Leg } from '#server/ledger/posting.ts';
import { type Destination, inTransitOf, legsOutOfTransit, movedPieces } from '../allot/transit.ts';
import { movesOfDecided } from '../pieces/decided-pieces.ts';
import { allotNamed, allotSource } from '../source-of.ts';
import type { Ruling } from './rulings.ts';

/** The allot of a difference, held. */
export async function allotOf({ context, document }: Step<typeof allotDiff>): Promise<LockedDocument<typeof allot>> {
  const [found] = await lockRecords(context, allot, [document.allot_id], true);
  if (!found) throw new Error(`difference ${document.id} is of no allot`);
  return found;
}

/**
 * Moves the pieces that differ to where they were decided to be (P7) and ends the allot: nothing of it is in transit any more. Pieces that
 * are too many leave the sender's free stock; more than that cannot be accepted (G11).
 */
export async function settleDiff(
  { registry, policies }: Kit,
  step: Step<typeof allotDiff>,
  { rulings, pieces }: { rulings: readonly Ruling[]; pieces: readonly (readonly number[])[] },
): Promise<void> {
  const { context } = step;
  const { db, opId, actor } = context;
  const document = await allotOf(step);
  const source = allotSource(document);
  const [sender, receiver] = [document.out_warehouse_id, document.in_warehouse_id];
  const at = context.now.toISOString();
  const cleared = await legsOutOf(step, document, rulings);
  const accepted = acceptedOf(rulings, sender);
  const into = locationsOf(receiver).warehouse;
  const keys = [...cleared, ...accepted, ...accepted.map((one) => ({ ...one, location: into }))];
  const books = { db, policies };
  const locked = await lockBalances(books, { keys, by: source });
  refuseMissing(accepted, locked);
  // They have left by the order in which batches leave: nobody can be asked which they were, whatever a rule says.
  const { parts } = accepted.length > 0 ? await allocate(books, { wanted: accepted, by: source }) : { parts: [] };
  const legs = [
    ...cleared,
    ...parts.flatMap(({ location, skuId, imperfectType, lineId, origin, qty }): Leg[] => [
      { skuId, imperfectType, lineId, location, bizType: bizType.allotOut, delta: -qty, origin },
      { skuId, imperfectType, lineId, location: into, bizType: bizType.diffIn, delta: qty },
    ]),
  ];
  const codes = movesOfDecided(rulings, pieces, document);
  await postStock(books, { source, legs, happenedAt: at, opId, adminId: actor.id, locked, codes });
  await sql`
    update allot_line l set resolved_qty = l.resolved_qty + r.qty, transit_qty = l.transit_qty - r.qty
    from (select line_id, sum(qty)::bigint as qty from jsonb_to_recordset(${JSON.stringify(resolvedOf(rulings))}::jsonb) as e (line_id bigint, qty bigint) group by 1) r
    where l.id = r.line_id and l.allot_id = ${document.id}`.execute(db);
  await runTransition(registry, context, { definition: allot, name: 'settle', id: document.id });
  await registry.events.emit(context, goodsLeft, {
    source_type: source.docType,
    source_id: source.docId,
    source_no: source.docNo,
    biz_types: [bizType.allotOut],
  });
  const comeTo = (location: number): Promise<AllotPieces[]> =>
    movedPieces(db, source, { opId, bizTypes: [bizType.diffIn], location });
  const back = await comeTo(locationsOf(sender).warehouse);
  if (back.length > 0) await registry.events.emit(context, allotReturned, { ...allotNamed(document), at, lines: back });
  const surplus = new Set(accepted.map(({ lineId }) => lineId));
  const came = (await comeTo(into)).map(
    (one): AllotPieces => (surplus.has(one.line_id) ? { ...one, surplus: true } : one),
  );
  if (came.length > 0) await registry.events.emit(context, allotReceived, { ...allotNamed(document), at, lines: came });
  await registry.events.emit(context, allotEnded, { ...allotNamed(document), status: allotState.finished });
}

/** Pieces that leave transit by these decisions, line by line of the allot. */
const resolvedOf = (rulings: readonly Ruling[]) =>
  rulings.flatMap(({ line, decide, qty }) =>
    Number(line.diff_qty) < 0 && decide !== decideType.accept ? [{ line_id: line.allot_line_id, qty }] : [],
  );

/** Pieces that go from transit to where they were decided to be. */
async function legsOutOf(
  { context }: Step<typeof allotDiff>,
  document: LockedDocument<typeof allot>,
  rulings: readonly Ruling[],
): Promise<Leg[]> {
  const [sender, receiver] = [document.out_warehouse_id, document.in_warehouse_id];
  const [from, into] = [locationsOf(sender).warehouse, locationsOf(receiver).warehouse];
  const transit = await inTransitOf(context.db, allotSource(document), receiver);
  const goes: Readonly<Record<number, Destination>> = {
    [decideType.back]: { location: from, bizType: bizType.diffIn },
    [decideType.lost]: { location: counterparties.gain_loss, bizType: bizType.diffOff },
    [decideType.found]: { location: into, bizType: bizType.diffIn },
  };
  return rulings.flatMap(({ line, decide, qty }): Leg[] => {
    const to = goes[decide];
    const lineId = line.allot_line_id;
    return to ? legsOutOfTransit(transit, { receiver, lineId, qty, to }) : [];
  });
}

/** Pieces that are too many and are taken out of the sender's stock. */
const acceptedOf = (rulings: readonly Ruling[], sender: number): Wanted[] =>
  rulings.flatMap(({ line, decide, qty }) =>
    decide === decideType.accept
      ? [
          {
            location: locationsOf(sender).warehouse,
            skuId: line.sku_id,
            imperfectType: line.imperfect_type,
            lineId: line.allot_line_id,
            qty,
          },
        ]
      : [],
  );

function refuseMissing(accepted: readonly Wanted[], locked: ReadonlyMap<string, Balance>): void {
  const wanted = new Map<string, number>();
  for (const one of accepted) wanted.set(keyOf(one), (wanted.get(keyOf(one)) ?? 0) + one.qty);
  for (const [key, qty] of wanted) {
    const balance = locked.get(key);
    if (!balance) throw new Error(`balance ${key} is not locked`);
    const free = balance.onHand - balance.locked;
    if (free < qty)
      throw new GoodsRefusal(
        'stockShort',
        balance,
        (goods) => `${goods} 调出仓可用 ${free} 件，多发的 ${qty} 件不能接收，只能退回`,
        'lines',
      );
  }
}
