import { sql } from 'kysely';
import { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import { dealState } from '#contract/areas/purchasing/return-enums.ts';
import { goodsLeft } from '#contract/areas/warehouse/out-ware-detail.ts';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';
import type { Participant } from '#server/kit/participants.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step, TransitionHooks } from '#server/kit/step.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { postStock } from '#server/ledger/post-stock.ts';
import type { Leg } from '#server/ledger/posting.ts';
import { imperfectSource } from '../returns/source-of.ts';
import { movedBy, scrappedPieces } from './imperfect-pieces.ts';
import { heldParts, letGo } from './register.ts';

/** The second person's word on scrap (amendments E): all that waits for it in a record at once. */
export const scrapAudit = (kit: Kit): TransitionHooks<typeof imperfectRecord> => ({
  participants: dealersOf,
  may: onlyWaiting,
  prepare: tellScrap,
  effect: (step) => (step.rejects ? keep(kit, step) : scrap(kit, step)),
});

/** Whoever has dealt with any of a record: they do not pass what they asked for themselves. */
async function dealersOf(
  { db }: Pick<ReadContext, 'db'>,
  documents: readonly LockedDocument<typeof imperfectRecord>[],
): Promise<readonly Participant[][]> {
  const { steps = {} } = imperfectRecord.parts ?? {};
  const ids = documents.map(({ id }) => id);
  const { rows } = await sql<{ doc_id: number; admin_id: number; action: string }>`
    select distinct doc_id, admin_id, action from audit_log
    where doc_type = ${imperfectRecord.name} and doc_id = any(${ids}::bigint[]) and action = any(${Object.keys(steps)})`.execute(
    db,
  );
  return documents.map(({ id }) =>
    rows
      .filter((row) => row.doc_id === id)
      .map(({ admin_id, action }) => ({ id: admin_id, part: steps[action] ?? action })),
  );
}

function onlyWaiting(
  _actor: Actor,
  { scrap_qty: waiting }: LockedDocument<typeof imperfectRecord>,
): Refusal | undefined {
  return Number(waiting) > 0 ? undefined : new Refusal('illegalTransition', '没有待审核的报废');
}

async function tellScrap(
  _context: WriteContext,
  { dealt_qty, scrap_qty }: LockedDocument<typeof imperfectRecord>,
  rejects: boolean,
): Promise<Values> {
  return { dealt_qty: dealt_qty + (rejects ? 0 : scrap_qty), scrap_qty: 0 };
}

/** Takes what was kept to be scrapped out of stock for good (P5). */
async function scrap({ registry, policies }: Kit, step: Step<typeof imperfectRecord>): Promise<undefined> {
  const { context, document } = step;
  const source = imperfectSource(document);
  const { warehouse, scrap: heap } = locationsOf(document.warehouse_id);
  const legs = (await heldParts(context.db, source)).flatMap(({ qty, origin, ...part }): Leg[] => [
    { ...part, location: warehouse, bizType: bizType.otherOut, delta: -qty, origin },
    { ...part, location: heap, bizType: bizType.otherOut, delta: qty },
  ]);
  await postStock(
    { db: context.db, policies },
    {
      ...movedBy(context, source),
      legs,
      releases: true,
      codes: await scrappedPieces(context.db, document),
    },
  );
  await registry.events.emit(context, goodsLeft, {
    source_type: source.docType,
    source_id: source.docId,
    source_no: source.docNo,
    biz_types: [bizType.otherOut],
  });
  return await settle(step, dealState.done);
}

/** What was to be scrapped stays, and is to be dealt with in another way. */
async function keep(kit: Kit, step: Step<typeof imperfectRecord>): Promise<undefined> {
  await letGo(kit, step);
  return await settle(step, dealState.refused);
}

async function settle({ context, document }: Step<typeof imperfectRecord>, state: number): Promise<undefined> {
  await sql`
    with judged as (
      update imperfect_deal set status = ${state}, judged_at = ${context.now.toISOString()}, version = version + 1, updated_by = ${context.actor.id},
        updated_at = ${context.now.toISOString()}
      where imperfect_id = ${document.id} and status = ${dealState.waiting}
    )
    update imperfect_record_line set deal_qty = deal_qty + case when ${state === dealState.done} then scrap_qty else 0 end, scrap_qty = 0
    where imperfect_record_id = ${document.id} and scrap_qty > 0`.execute(context.db);
  return undefined;
}
