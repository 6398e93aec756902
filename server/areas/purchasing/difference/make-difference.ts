import { sql } from 'kysely';
import { differenceOrder } from '#contract/areas/purchasing/difference-order.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { differenceState } from '#contract/areas/purchasing/inbound-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { stateWords } from '#contract/kit/transition.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument } from '#server/kit/create-document.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import type { Decision, Difference } from '../inbound/settle-quantities.ts';

/** Makes the difference order of a batch that is being submitted; none where nothing differs. */
export async function makeDifference(
  kit: Pick<Kit, 'numbers'>,
  { context, document }: Step<typeof inWareBatch>,
  differences: readonly Difference[],
): Promise<void> {
  if (differences.length === 0) return;
  const pieces = ({ qty }: Difference): number => Math.abs(qty);
  await createDocument(kit, context, {
    definition: differenceOrder,
    values: {
      batch_id: document.id,
      arrival_id: document.arrival_id,
      supplier_id: document.supplier_id,
      warehouse_id: document.warehouse_id,
      diff_types: [...new Set(differences.map(({ type }) => type))].toSorted((one, other) => one - other),
      diff_qty: differences.reduce((sum, one) => sum + pieces(one), 0),
      diff_amount: differences.reduce((sum, one) => sum + pieces(one) * one.root.purchase_price, 0),
    },
    lines: differences.map(({ root, type, plan, counted, qty }) => ({
      detail_id: root.id,
      sku_id: root.sku_id,
      diff_type: type,
      plan_qty: plan,
      count_qty: counted,
      diff_qty: qty,
      purchase_price: root.purchase_price,
    })),
    label: `${inWareBatch.label} ${document.batch_no} 提交时生成`,
  });
}

interface Found {
  readonly id: number;
  readonly difference_no: string;
  readonly status: number;
}

/** The difference order of a batch that is not closed, held; undefined where it has none. */
async function differenceOf(db: Tx, batchId: number): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select id, difference_no, status from difference_order where batch_id = ${batchId} and status <> ${differenceState.closed} order by id for no key update`.execute(
    db,
  );
  return rows[0];
}

/**
 * What was decided of the differences of a batch; nothing where nothing differs. Refuses with `illegalTransition` while they are not dealt
 * with and audited (I19).
 */
export async function decisionsOf(
  db: Tx,
  { batchId, differs }: { batchId: number; differs: boolean },
): Promise<Decision[]> {
  const found = await differenceOf(db, batchId);
  if (!found) {
    if (differs) throw new Error(`batch ${batchId} differs from its plan and has no difference order`);
    return [];
  }
  if (found.status !== differenceState.dealt)
    throw new Refusal(
      'illegalTransition',
      `差异单 ${found.difference_no} ${stateWords(differenceOrder.states, found.status)}，处理并审核后才能入库`,
    );
  const { rows } = await sql<Decision>`
    select detail_id, diff_type, deal_type, accept_qty from difference_order_line where difference_order_id = ${found.id} order by id`.execute(
    db,
  );
  return rows;
}

/** Closes the difference order of a batch that is rejected, cancelled or reversed: its figures stand no more. */
export async function lapseDifference(
  { registry }: Pick<Kit, 'registry'>,
  context: WriteContext,
  { batchId, remark }: { batchId: number; remark: string },
): Promise<void> {
  const found = await differenceOf(context.db, batchId);
  if (found)
    await runTransition(registry, context, { definition: differenceOrder, name: 'lapse', id: found.id, remark });
}
