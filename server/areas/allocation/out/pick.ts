import { sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import { lockType } from '#contract/areas/warehouse/stock.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Line } from '#server/kit/lines.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { allocate } from '#server/ledger/allocate.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { freeStock, lockStock } from '#server/ledger/lock-stock.ts';
import type { Source } from '#server/ledger/posting.ts';
import { sumOf } from '../allot/hold.ts';
import { guardNamed, holdNamed } from '../pieces/held-pieces.ts';
import { moveCartons } from './cartons.ts';

/** No line is picked beyond what it asks for. */
export async function guardPick(step: Step): Promise<void> {
  const { input, lines } = step;
  const byId = new Map((await lines()).map((line) => [line.id, line]));
  for (const [place, { line_id }] of (input.lines ?? []).entries()) {
    const { pick_qty: picked, qty } = byId.get(line_id) ?? {};
    if (Number(picked) > Number(qty))
      throw new Refusal('invalid', `已拣数量 ${picked} 超过应拣数量 ${qty}`, `lines.${place}.pick_qty`);
  }
  await guardNamed(step);
}

/**
 * Moves the lock of each line to the batches that are picked, in the order in which batches leave, and keeps the rest of the line as it was
 * asked for. Told again, all of it is chosen anew; cartons that were packed are opened.
 */
export async function pickGoods(kit: Kit, step: Step): Promise<Values> {
  const { context, document } = step;
  const lines = await step.lines();
  const allotId = document.allot_id as number;
  await pickLines(kit, context, { allotId, warehouse: document.out_warehouse_id as number, lines });
  await moveCartons(kit.registry, context, { allotId, step: 'unpack' });
  await sql`update allot_out_line set carton_no = null where allot_out_id = ${document.id} and carton_no is not null`.execute(
    context.db,
  );
  return {
    pick_qty: sumOf(lines, 'pick_qty'),
    carton_qty: null,
    packed_at: null,
    picker_id: context.actor.id,
    picked_at: context.now.toISOString(),
  };
}

/** What a desk says was picked counts from now on, in the place of what tablets sent in of the same lines before. */
export async function statePicked(kit: Kit, step: Step): Promise<Values> {
  const { actor, db, now } = step.context;
  const values = await pickGoods(kit, step);
  const allotId = step.document.allot_id as number;
  await holdNamed(step, { docType: allot.name, docId: allotId, ...(await nameOf(step.context, allotId)) });
  await sql`
    insert into allot_out_stated as s (out_line_id, qty, times, stated_at, stated_by)
    select line_id, pick_qty, 1, ${now.toISOString()}::timestamptz, ${actor.id}
    from jsonb_to_recordset(${JSON.stringify(step.input.lines ?? [])}::jsonb) as l (line_id bigint, pick_qty bigint) where pick_qty is not null
    on conflict (out_line_id) do update set qty = excluded.qty, times = s.times + 1, stated_at = excluded.stated_at, stated_by = excluded.stated_by`.execute(
    db,
  );
  return values;
}

interface Picked {
  readonly allotId: number;
  readonly warehouse: number;
  readonly lines: readonly Line[];
}

/** Holds what lines say is picked of the batches that leave first, and the rest as it was asked for. */
export async function pickLines(
  { policies }: Pick<Kit, 'policies'>,
  context: WriteContext,
  { allotId, warehouse: place, lines }: Picked,
): Promise<void> {
  const { db, actor } = context;
  const { docNo } = await nameOf(context, allotId);
  const source: Source = { docType: allot.name, docId: allotId, docNo };
  const { warehouse } = locationsOf(place);
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
}

async function nameOf({ db }: WriteContext, allotId: number): Promise<{ docNo: string }> {
  const { rows } = await sql<{ docNo: string }>`
    select allot_no as "docNo" from allot where id = ${allotId}`.execute(db);
  const [found] = rows;
  if (!found) throw new Error(`there is no allot ${allotId} to pick`);
  return found;
}
