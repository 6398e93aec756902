import { sql } from 'kysely';
import { goodsLeft } from '#contract/areas/warehouse/out-ware-detail.ts';
import { bizType, lockType } from '#contract/areas/warehouse/stock.ts';
import { adjustType, outgoing, regrading, stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { refuseBackDated } from '#server/kit/refuse-dates.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { SavedValues, Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { DocumentHooks, LockedDocument, Step } from '#server/kit/step.ts';
import { lockBalances } from '#server/ledger/balances.ts';
import { type CodeMoves, moveCodes } from '#server/ledger/codes.ts';
import { releaseCodes } from '#server/ledger/held-codes.ts';
import { type Counterparty, type Locations, locationsOf } from '#server/ledger/locations.ts';
import { lockStock, unlockStock } from '#server/ledger/lock-stock.ts';
import { movesOf } from '#server/ledger/named-codes.ts';
import type { StockPolicies } from '#server/ledger/policies.ts';
import { postStock } from '#server/ledger/post-stock.ts';
import type { Leg, Source } from '#server/ledger/posting.ts';
import { type AdjustedLine, adjustedLines, codesThatMove, refuseUnfit, refuseUnsaid } from './adjusted-pieces.ts';
import { refuseDisabled } from './refuse-disabled.ts';

/** Stock adjustments: what is special about them (domain.md §4.14, P5, P9). */
export function serveStockAdjustment(kit: Kit): void {
  serveDocument(kit, stockAdjustment, hooksOf(kit));
}

const hooksOf = (kit: Kit): DocumentHooks<typeof stockAdjustment> => ({
  derive: deriveHappened,
  after: totalLines,
  transitions: {
    submit: { guard: guardSubmit, effect: (step) => hold(step, kit.policies) },
    audit: { guard: guardAudit, effect: (step) => (step.rejects ? letGo(step, kit) : move(step, kit)) },
    cancel: { may: onlyOwnOrSupervisor, effect: (step) => letGo(step, kit) },
  },
});

/** Where the goods of each type come from or go to, and the biz_type of the warehouse's leg. */
const counterparts: Readonly<Record<number, { counterparty: Counterparty; biz: number }>> = {
  [adjustType.gain]: { counterparty: 'gain_loss', biz: bizType.otherIn },
  [adjustType.loss]: { counterparty: 'gain_loss', biz: bizType.otherOut },
  [adjustType.ownUse]: { counterparty: 'own_use', biz: bizType.otherOut },
  [adjustType.otherIn]: { counterparty: 'supplier', biz: bizType.otherIn },
  [adjustType.otherOut]: { counterparty: 'customer', biz: bizType.otherOut },
  [adjustType.opening]: { counterparty: 'opening', biz: bizType.opening },
};

async function deriveHappened(
  context: WriteContext,
  values: Pick<SavedValues<typeof stockAdjustment>, 'happened_at' | 'adjust_type'>,
): Promise<Values> {
  // Opening stock is of a time before this product kept any.
  if (values.happened_at && values.adjust_type !== adjustType.opening)
    await refuseBackDated(context, stockAdjustment, { typed: values.happened_at, field: 'happened_at' });
  return {};
}

async function totalLines(context: WriteContext, id: number): Promise<void> {
  await sql`update stock_adjustment set total_qty = (select coalesce(sum(qty), 0) from stock_adjustment_line where stock_adjustment_id = ${id}) where id = ${id}`.execute(
    context.db,
  );
}

async function guardSubmit({ context, document }: Step<typeof stockAdjustment>): Promise<void> {
  // Whoever switches the warehouse off meanwhile waits, then finds this document, or is waited for.
  await refuseDisabled(context, { warehouse_id: document.warehouse_id, hold: 'shared' });
  await deriveHappened(context, document);
}

// No hold, which would be a write of every posting: a warehouse is not switched off while this document waits.
async function guardAudit({ context, document, rejects }: Step<typeof stockAdjustment>): Promise<void> {
  if (!rejects) await refuseDisabled(context, { warehouse_id: document.warehouse_id, hold: 'moment' });
}

/**
 * Goods that will leave are promised from submission on, so that nobody else takes them while it is judged; those that a
 * count posted since has found gone are no longer there to promise. Batches and codes that are named are held with them.
 */
async function hold(step: Step<typeof stockAdjustment>, policies: StockPolicies): Promise<undefined> {
  const { context, document } = step;
  const lines = await adjustedLines(context, step);
  await refuseUnfit(context, step, lines);
  if (!outgoing.includes(document.adjust_type)) return undefined;
  const { warehouse } = locationsOf(document.warehouse_id);
  const promised = lines.map(({ skuId, imperfectType, qty, origin }) => {
    return { location: warehouse, skuId, imperfectType, qty, origin };
  });
  const books = { db: context.db, policies };
  const balances = await lockBalances(books, { keys: promised, by: sourceOf(step) });
  refuseUnsaid(balances, { document, lines });
  await lockStock(books, {
    source: sourceOf(step),
    promised,
    happenedAt: document.happened_at ?? undefined,
    lockType: lockType.manual,
    reason: document.reason,
    adminId: context.actor.id,
  });
  await moveCodes(context.db, { ...codesOf(step), moves: movesOf(lines, () => ({ step: 'hold' })) });
  return undefined;
}

async function letGo(step: Step<typeof stockAdjustment>, { policies }: Kit): Promise<undefined> {
  await unlockStock({ db: step.context.db, policies }, sourceOf(step), step.context);
  await releaseCodes(step.context.db, codesOf(step));
  return undefined;
}

/** What moves of codes by this step say of themselves. */
function codesOf(step: Step<typeof stockAdjustment>): Omit<CodeMoves, 'moves'> & { source: Source } {
  const { context, document } = step;
  const happenedAt = document.happened_at ?? context.now.toISOString();
  return { source: sourceOf(step), happenedAt, opId: context.opId, adminId: context.actor.id };
}

async function move(step: Step<typeof stockAdjustment>, { policies, registry }: Kit): Promise<Values> {
  const { context, document } = step;
  const locations = locationsOf(document.warehouse_id);
  const type = document.adjust_type;
  const lines = await adjustedLines(context, step);
  const legs = lines.flatMap((line) =>
    regrading.includes(type) ? gradeLegs(line, locations) : plainLegs(type, line, locations),
  );
  const postedAt = context.now.toISOString();
  await postStock(
    { db: context.db, policies },
    {
      source: sourceOf(step),
      legs,
      happenedAt: document.happened_at ?? postedAt,
      opId: context.opId,
      adminId: context.actor.id,
      releases: outgoing.includes(type),
      codes: codesThatMove(step, lines),
    },
  );
  if (outgoing.includes(type) && !regrading.includes(type)) {
    const { docType, docId, docNo } = sourceOf(step);
    const left = { source_type: docType, source_id: docId, source_no: docNo, biz_types: [bizType.otherOut] };
    await registry.events.emit(context, goodsLeft, left);
  }
  return { posted_at: postedAt };
}

function plainLegs(type: number, { line, origin, ...goods }: AdjustedLine, locations: Locations): Leg[] {
  const counterpart = counterparts[type];
  if (!counterpart) throw new Error(`adjust_type ${type} has no counterpart`);
  const delta = (outgoing.includes(type) ? -1 : 1) * goods.qty;
  const shared = {
    ...goodsOf(goods),
    bizType: counterpart.biz,
    zone: line.zone,
    lineId: goods.lineId,
  };
  return [
    { ...shared, location: locations.warehouse, delta, unitCost: line.unit_cost, origin },
    { ...shared, location: locations[counterpart.counterparty], delta: -delta },
  ];
}

function gradeLegs({ line, origin, ...goods }: AdjustedLine, locations: Locations): Leg[] {
  const { skuId, imperfectType } = goodsOf(goods);
  const shared = { location: locations.warehouse, skuId, zone: line.zone, lineId: goods.lineId };
  return [
    { ...shared, imperfectType, bizType: bizType.gradeOut, delta: -goods.qty, origin },
    { ...shared, imperfectType: requireField(line, 'to_imperfect_type'), bizType: bizType.gradeIn, delta: goods.qty },
  ];
}

const goodsOf = ({ skuId, imperfectType }: Pick<AdjustedLine, 'skuId' | 'imperfectType'>) => ({ skuId, imperfectType });

function sourceOf({ document }: Step<typeof stockAdjustment>): Source {
  return { docType: stockAdjustment.name, docId: document.id, docNo: document.adjust_no };
}

/** Whoever made it may void it; another person's needs the key of those who judge it (domain.md §4.14). */
function onlyOwnOrSupervisor(
  actor: Actor,
  { created_by }: LockedDocument<typeof stockAdjustment>,
): Refusal | undefined {
  if (created_by === actor.id || actor.permissions.has('Inventory:adjustAudit')) return undefined;
  return new Refusal('forbidden', '只能作废自己的调整单');
}
