import { sql } from 'kysely';
import { manualLock } from '#contract/areas/warehouse/manual-lock.ts';
import { lockType } from '#contract/areas/warehouse/stock.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { readBareLines } from '#server/kit/lines.ts';
import type { SavedValues, Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { lockStock, unlockStock } from '#server/ledger/lock-stock.ts';
import type { Source } from '#server/ledger/posting.ts';

/** Pieces that somebody keeps: promised as soon as they are asked for, let go by hand or by the clock. */
export function serveManualLock(kit: Kit): void {
  serveDocument(kit, manualLock, {
    derive: refusePast,
    after: (context, id, values) => hold(kit, context, { ...values, id }),
    transitions: { unlock: { effect: (step) => letGo(kit, step) }, expire: { effect: (step) => letGo(kit, step) } },
  });
}

async function refusePast(
  { now }: WriteContext,
  { expire_at: until }: SavedValues<typeof manualLock>,
): Promise<Values> {
  if (typeof until === 'string' && Date.parse(until) <= now.getTime())
    throw new Refusal('invalid', '到期时间必须晚于现在', 'expire_at');
  return {};
}

async function hold(
  { policies }: Kit,
  { db, actor }: WriteContext,
  document: SavedValues<typeof manualLock> & { id: number },
): Promise<void> {
  const lines = await readBareLines(db, manualLock, document.id);
  if (lines.length === 0) throw new Refusal('invalid', '请至少填写 1 行货品', 'lines');
  const { warehouse } = locationsOf(document.warehouse_id);
  await lockStock(
    { db, policies },
    {
      source: sourceOf(document),
      promised: lines.map((line) => ({
        location: warehouse,
        skuId: line.sku_id,
        imperfectType: line.imperfect_type,
        qty: line.qty,
        lineId: line.id ?? null,
      })),
      lockType: lockType.manual,
      reason: document.reason,
      adminId: actor.id,
    },
  );
  await sql`
    update manual_lock set total_qty = (select coalesce(sum(qty), 0) from manual_lock_line where manual_lock_id = ${document.id}) where id = ${document.id}`.execute(
    db,
  );
}

async function letGo({ policies }: Kit, { context, document }: Step<typeof manualLock>): Promise<Values> {
  await unlockStock({ db: context.db, policies }, sourceOf(document), context);
  return { unlocked_at: context.now.toISOString() };
}

const sourceOf = (document: Pick<LockedDocument<typeof manualLock>, 'id' | 'lock_no'>): Source => ({
  docType: manualLock.name,
  docId: document.id,
  docNo: document.lock_no,
});
