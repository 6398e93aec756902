import { sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import { lockType } from '#contract/areas/warehouse/stock.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Line } from '#server/kit/lines.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { allocate } from '#server/ledger/allocate.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { freeStock, lockStock } from '#server/ledger/lock-stock.ts';
import type { Source } from '#server/ledger/posting.ts';
import { sumOf } from '../allot/hold.ts';
import { moveCartons } from './cartons.ts';

/** No line is picked beyond what it asks for. */
export async function guardPick({ input, lines }: Step): Promise<void> {
  const byId = new Map((await lines()).map((line) => [line.id, line]));
  for (const [place, { line_id }] of (input.lines ?? []).entries()) {
    const { pick_qty: picked, qty } = byId.get(line_id) ?? {};
    if (Number(picked) > Number(qty))
      throw new Refusal('invalid', `已拣数量 ${picked} 超过应拣数量 ${qty}`, `lines.${place}.pick_qty`);
  }
}

/**
 * Moves the lock of each line to the batches that are picked, in the order in which batches leave, and keeps the rest of the line as it was
 * asked for. Told again, all of it is chosen anew; cartons that were packed are opened.
 */
export async function pickGoods({ policies, registry }: Kit, step: Step): Promise<Values> {
  const { context, document } = step;
  const { db, actor } = context;
  const lines = await step.lines();
  const { docNo } = await nameOf(step);
  const source: Source = { docType: allot.name, docId: document.allot_id as number, docNo };
  const { warehouse } = locationsOf(document.out_warehouse_id as number);
  const books = { db, policies };
  const goodsOf = (line: Line) => ({
    location: warehouse,
    skuId: line.sku_id as number,
    imperfectType: line.imperfect_type as number,
    lineId: line.allot_line_id as number,
  });
  const freed = await freeStock(books, source);
  const { parts } = await allocate(books, {
    by: source,
    freed,
    wanted: lines.flatMap((line) =>
      Number(line.pick_qty) > 0 ? [{ ...goodsOf(line), qty: line.pick_qty as number }] : [],
    ),
  });
  const rest = lines.flatMap((line) => {
    const qty = Number(line.qty) - Number(line.pick_qty ?? 0);
    return qty > 0 ? [{ ...goodsOf(line), qty }] : [];
  });
  await lockStock(books, {
    source,
    promised: [...parts, ...rest],
    lockType: lockType.allot,
    reason: allot.label,
    adminId: actor.id,
    anew: { freed, by: context },
  });
  await moveCartons(registry, context, { allotId: source.docId, step: 'unpack' });
  await sql`update allot_out_line set carton_no = null where allot_out_id = ${document.id} and carton_no is not null`.execute(
    db,
  );
  return {
    pick_qty: sumOf(lines, 'pick_qty'),
    carton_qty: null,
    packed_at: null,
    picker_id: actor.id,
    picked_at: context.now.toISOString(),
  };
}

async function nameOf({ context, document }: Step): Promise<{ docNo: string }> {
  const { rows } = await sql<{ docNo: string }>`
    select allot_no as "docNo" from allot where id = ${document.allot_id}`.execute(context.db);
  const [found] = rows;
  if (!found) throw new Error(`the sender's part ${document.id} is of no allot`);
  return found;
}
