import { sql } from 'kysely';
import { goodsLeft } from '#contract/areas/warehouse/out-ware-detail.ts';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import { stocktaking, stocktakingState } from '#contract/areas/warehouse/stocktaking.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { Diverted, type Step } from '#server/kit/step.ts';
import { type Balance, keyOf, lockBalances } from '#server/ledger/balances.ts';
import type { CodeMove } from '#server/ledger/code-move.ts';
import { settledSince } from '#server/ledger/late-legs.ts';
import { type Locations, locationsOf } from '#server/ledger/locations.ts';
import { postStock } from '#server/ledger/post-stock.ts';
import type { Leg, Source } from '#server/ledger/posting.ts';
import { refuseDisabled } from '../refuse-disabled.ts';
import { type Figure, keepFigures, readFigures } from './figures.ts';
import { countedKeys } from './late-rows.ts';
import { type MissingCode, missingCodes, refuseUnnamed } from './missing-codes.ts';
import { codesNotRead, codesThatReturn, tellSeen } from './post-codes.ts';
import { comingBack, type FoundPiece, foundPieces } from './read-pieces.ts';
import { readScope } from './scope.ts';
import { lockSheet } from './sheet.ts';
import { thaw } from './start.ts';

interface PostedLine {
  id: number;
  sku_id: number;
  imperfect_type: number;
  diff_qty: number;
  final_qty: number;
}

/** What was found comes into no warehouse that is switched off. No hold: it is not switched off while a sheet is under way. */
export async function guardPost({ context, document }: Step<typeof stocktaking>): Promise<void> {
  await refuseDisabled(context, { warehouse_id: document.warehouse_id, hold: 'moment' });
}

/**
 * Posts the differences, each at its own instant T. Everything is worked out again under the locks of the balances: where
 * a movement that became known meanwhile changes a difference, the sheet goes back to audit instead (amendments A).
 * A loss beyond the free stock takes the free part; the rest waits in the sheet's shortfalls for its locks.
 */
export async function postSheet(step: Step<typeof stocktaking>, kit: Kit): Promise<Values | Diverted> {
  const { context, document } = step;
  const { db } = context;
  const books = { db, policies: kit.policies };
  const source = sourceOf({ id: document.id, stocktaking_no: document.stocktaking_no });
  const locations = locationsOf(document.warehouse_id);
  const lines = await linesOf(context, document.id);
  const keys = lines.flatMap((line) => [keyAt(locations.gain_loss, line), keyAt(locations.warehouse, line)]);
  const balances = await lockBalances(books, { keys, by: source });
  const figures = await readFigures(db, document.id);
  const other = changed(lines, figures);
  if (other > 0) {
    await sql`delete from stocktaking_point where stocktaking_id = ${document.id}`.execute(db);
    const reason = `${other} 行的差异与审核时不同（之后有新的出入库入账），没有过账，已退回待审核`;
    return new Diverted(stocktakingState.toAudit, reason, await refreshed(context, document.id));
  }
  // A movement inside a zone's window shifts what was found and the book alike: the same difference, other figures.
  const audited = new Map(lines.map((line) => [goodsKey(line), line.final_qty]));
  const sums = figures.some((figure) => audited.get(goodsKey(figure)) !== figure.final_qty)
    ? await refreshed(context, document.id)
    : {};
  const lineIds = new Map(lines.map((line) => [goodsKey(line), line.id]));
  await refuseUnnamed(context, document.id);
  const missing = await missingCodes(db, document.id);
  const scope = await readScope(db, document.id);
  const { byCodes } = scope;
  const found = byCodes ? [] : await foundPieces(db, document.id);
  const parts = figures.map((figure) => {
    const lineId = lineIds.get(goodsKey(figure)) ?? 0;
    const lost = missing.filter((code) => code.lineId === lineId && !code.stands).length;
    const balance = balances.get(keyOf(keyAt(locations.warehouse, figure)));
    const taken = takable(figure, freeOf(balance) + lost);
    const named = missing.filter((code) => code.lineId === lineId && code.stands).length;
    const own = found.filter((piece) => piece.lineId === lineId && !piece.refound);
    const back = own.slice(0, comingBack({ found: own.length, named, diff: taken + lost }));
    const refound = found.filter((piece) => piece.lineId === lineId && piece.refound).length;
    return { figure, lineId, lost, taken, back, refound };
  });
  const posted = parts.map(({ figure, ...part }) => ({ ...figure, ...part, diff: part.taken, line_id: part.lineId }));
  await postStock(books, {
    source,
    // What was reported lost since is missing already: what the count takes of it comes back, so that it goes once. So does what was read while
    // it was lost and was found again since come once.
    legs: [
      ...posted.flatMap((part) => givenBack(part, { locations, sheetId: document.id })),
      ...posted.flatMap((part) => legsOf(part, locations)),
    ],
    codes: byCodes
      ? [...codesNotRead(missing, parts), ...(await codesThatReturn(db, { scope, warehouseId: document.warehouse_id }))]
      : [
          ...codesThatLeave(
            missing,
            posted.map(({ lineId, lost, taken, back }) => ({ lineId, qty: back.length - taken - lost })),
          ),
          ...codesThatComeBack(posted, document.warehouse_id),
        ],
    happenedAt: context.now.toISOString(),
    opId: context.opId,
    adminId: context.actor.id,
    locked: balances,
    settling: {
      policy: countedKeys,
      by: document.id,
      // Pieces without a code were not counted: no key is settled.
      points: (byCodes ? [] : figures).map((figure) => ({
        ...keyAt(locations.warehouse, figure),
        at: figure.counted_at,
      })),
    },
  });
  await tellSeen(context, scope, source.docNo);
  if (parts.some(({ taken }) => taken < 0)) await tellLosses(kit, context, source);
  await keepShortfalls(
    context,
    document.id,
    parts.filter(({ figure, taken }) => taken !== figure.diff_qty),
  );
  await thaw(step);
  return { posted_at: context.now.toISOString(), ...sums };
}

/** From 待过账 it goes back to its reviewer, with the figures of this moment (amendments H5). */
export async function sendBack({ context, document }: Step<typeof stocktaking>): Promise<Values> {
  return { ...(await refreshed(context, document.id)), reviewed_by: null };
}

async function refreshed(context: WriteContext, id: number): Promise<Values> {
  const { ambiguous: _ambiguous, lines: _lines, ...sums } = await keepFigures(context.db, id, { keepsMarks: true });
  return sums;
}

/**
 * Posts what a posted sheet still owes, as far as its locks are gone, each part once. What another sheet counted later needs
 * no stock: that count did not find the goods either, so the ledger gives back at its instant what is taken here.
 */
export async function settleShortfall(
  context: WriteContext,
  { id }: { id: number },
  kit: Kit,
): Promise<{ settled: number; left: number }> {
  const sheet = await lockSheet(context, id, 'deciding');
  if (sheet.status !== stocktakingState.posted) throw new Refusal('illegalTransition', '盘点单还没有过账');
  const locations = locationsOf(sheet.warehouse_id);
  const { rows } = await sql<{
    id: number;
    line_id: number;
    sku_id: number;
    imperfect_type: number;
    qty: number;
    counted_at: string;
  }>`
    select id, line_id, sku_id, imperfect_type, qty, counted_at from stocktaking_shortfall where stocktaking_id = ${id} and settled_at is null order by id for update`.execute(
    context.db,
  );
  const books = { db: context.db, policies: kit.policies };
  const source = sourceOf(sheet);
  const balances = await lockBalances(books, {
    keys: rows.flatMap((row) => [keyAt(locations.gain_loss, row), keyAt(locations.warehouse, row)]),
    by: source,
  });
  const balanceOf = (row: Goods) => balances.get(keyOf(keyAt(locations.warehouse, row)));
  const isTaken = (row: Goods & { counted_at: string }) => {
    const count = settledSince(countedKeys, balanceOf(row), row.counted_at);
    return count !== undefined && count.by !== id;
  };
  const ready = rows.filter((row) => isTaken(row) || freeOf(balanceOf(row)) >= row.qty);
  const missing = await missingCodes(context.db, id);
  await postStock(books, {
    source,
    codes: codesThatLeave(
      missing,
      ready.filter((row) => !isTaken(row)).map((row) => ({ lineId: row.line_id, qty: row.qty })),
    ),
    legs: ready.flatMap((row) => legsOf({ ...row, diff: -row.qty }, locations)),
    happenedAt: context.now.toISOString(),
    opId: context.opId,
    adminId: context.actor.id,
    locked: balances,
    settling: { policy: countedKeys, by: id, points: [] },
  });
  if (ready.length > 0) await tellLosses(kit, context, source);
  await sql`update stocktaking_shortfall set settled_at = ${context.now.toISOString()}, settled_by = ${context.actor.id} where id = any(${ready.map((row) => row.id)})`.execute(
    context.db,
  );
  if (ready.length > 0)
    await writeAudit(context, [
      {
        docType: stocktaking.name,
        docId: id,
        docNo: sheet.stocktaking_no,
        action: 'settleShortfall',
        label: '补过账',
        remark: `${ready.length} 行`,
      },
    ]);
  return { settled: ready.length, left: rows.length - ready.length };
}

/** What was not found has left the warehouse for good. */
async function tellLosses({ registry }: Kit, context: WriteContext, source: Source): Promise<void> {
  const left = { source_type: source.docType, source_id: source.docId, source_no: source.docNo };
  await registry.events.emit(context, goodsLeft, { ...left, biz_types: [bizType.countLoss] });
}

function sourceOf(sheet: { id: number; stocktaking_no: string }): Source {
  return { docType: stocktaking.name, docId: sheet.id, docNo: sheet.stocktaking_no };
}

type Goods = Pick<Figure, 'sku_id' | 'imperfect_type'>;

const goodsKey = (goods: Goods): string => `${goods.sku_id}/${goods.imperfect_type}`;

function keyAt(location: number, goods: Goods) {
  return { location, skuId: goods.sku_id, imperfectType: goods.imperfect_type };
}

async function linesOf(context: WriteContext, id: number): Promise<PostedLine[]> {
  const { rows } =
    await sql<PostedLine>`select id, sku_id, imperfect_type, coalesce(diff_qty, 0)::bigint as diff_qty, coalesce(final_qty, 0)::bigint as final_qty from stocktaking_line where stocktaking_id = ${id}`.execute(
      context.db,
    );
  return rows;
}

/** How many lines are not what was audited any more. */
function changed(lines: readonly PostedLine[], figures: readonly Figure[]): number {
  const audited = new Map(lines.map((line) => [goodsKey(line), line.diff_qty]));
  const found = new Set(figures.map(goodsKey));
  const other = figures.filter((figure) => figure.ambiguity > 0 || audited.get(goodsKey(figure)) !== figure.diff_qty);
  return other.length + lines.filter((line) => !found.has(goodsKey(line))).length;
}

/** Pieces that may be taken; of goods below nothing there are none. */
const freeOf = (balance: Balance | undefined): number => (balance ? Math.max(balance.onHand - balance.locked, 0) : 0);

const takable = ({ diff_qty: diff }: Figure, free: number): number => (diff < 0 ? Math.max(diff, -free) : diff);

/** The codes that go with the pieces of these lines: no more than leave. */
function codesThatLeave(
  missing: readonly MissingCode[],
  leaving: readonly { lineId: number; qty: number }[],
): CodeMove[] {
  return leaving.flatMap(({ lineId, qty }) =>
    missing
      .filter((code) => code.lineId === lineId && code.stands)
      .slice(0, Math.max(qty, 0))
      .map(({ codeId }): CodeMove => ({ codeId, step: 'lose', lineId })),
  );
}

/** The lost pieces that were read and come back, in the grade that they had. */
const codesThatComeBack = (parts: readonly { back: readonly FoundPiece[] }[], warehouseId: number): CodeMove[] =>
  parts.flatMap(({ back }) =>
    back.map(({ codeId, lineId, imperfectType }) => ({ codeId, lineId, step: 'find', warehouseId, imperfectType })),
  );

function givenBack(
  { lost, refound, ...part }: Goods & { lost: number; refound: number; line_id: number },
  { locations, sheetId }: { locations: Locations; sheetId: number },
): Leg[] {
  const delta = lost - refound;
  if (delta === 0) return [];
  const shared = {
    skuId: part.sku_id,
    imperfectType: part.imperfect_type,
    lineId: part.line_id,
    bizType: delta > 0 ? bizType.countGain : bizType.countLoss,
    marks: { corrects_count_of: sheetId },
  };
  return [
    { ...shared, location: locations.warehouse, delta },
    { ...shared, location: locations.gain_loss, delta: -delta },
  ];
}

function legsOf(part: Goods & { diff: number; counted_at: string; line_id: number }, locations: Locations): Leg[] {
  if (part.diff === 0) return [];
  const shared = {
    skuId: part.sku_id,
    imperfectType: part.imperfect_type,
    happenedAt: part.counted_at,
    lineId: part.line_id,
    bizType: part.diff > 0 ? bizType.countGain : bizType.countLoss,
  };
  return [
    { ...shared, location: locations.warehouse, delta: part.diff },
    { ...shared, location: locations.gain_loss, delta: -part.diff },
  ];
}

async function keepShortfalls(
  context: WriteContext,
  id: number,
  parts: readonly { figure: Figure; lineId: number; taken: number }[],
): Promise<void> {
  if (parts.length === 0) return;
  const rows = parts.map(({ figure, lineId, taken }) => ({
    line_id: lineId,
    sku_id: figure.sku_id,
    imperfect_type: figure.imperfect_type,
    qty: taken - figure.diff_qty,
    counted_at: figure.counted_at,
  }));
  await sql`
    insert into stocktaking_shortfall (stocktaking_id, line_id, sku_id, imperfect_type, qty, counted_at)
    select ${id}, * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (line_id bigint, sku_id bigint, imperfect_type smallint, qty bigint, counted_at timestamptz)`.execute(
    context.db,
  );
}
