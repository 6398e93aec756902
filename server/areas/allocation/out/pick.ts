import { sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import type { allotOut } from '#contract/areas/allocation/allot-out.ts';
import { lockType } from '#contract/areas/warehouse/stock.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { LineRow } from '#server/kit/lines.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { allocate } from '#server/ledger/allocate.ts';
import { lockBalances } from '#server/ledger/balances.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { freeStock, lockStock } from '#server/ledger/lock-stock.ts';
import type { Source } from '#server/ledger/posting.ts';
import { sumOf } from '../allot/hold.ts';
import { guardNamed, holdNamed } from '../pieces/held-pieces.ts';
import { moveCartons } from './cartons.ts';
import { batchesOfLines, type NamingLines, refuseUnnamedLines, withOwnBatches } from './named-batches.ts';

/** No line is picked beyond what it asks for, nor of a batch of other goods or of another place. */
export async function guardPick(step: Step<typeof allotOut>): Promise<void> {
  const { input, lines } = step;
  const byId = new Map((await lines()).map((line) => [line.id, line]));
  for (const [place, { line_id }] of (input.lines ?? []).entries()) {
    const { pick_qty: picked, qty } = byId.get(line_id) ?? {};
    if (Number(picked) > Number(qty))
      throw new Refusal('invalid', `已拣数量 ${picked} 超过应拣数量 ${qty}`, `lines.${place}.pick_qty`);
  }
  await batchesOfLines(step.context.db, namingOf(step, await lines()));
  await guardNamed(step);
}

/**
 * Moves the lock of each line to the batch that it names, else to those that leave first, and keeps the rest of the line as it was asked for. Told again, all of it is chosen anew; cartons that were packed are opened.
 */
export async function pickGoods(kit: Kit, step: Step<typeof allotOut>, strict = false): Promise<Values> {
  const { context, document } = step;
  const lines = await withOwnBatches(context.db, await step.lines());
  const allotId = document.allot_id;
  await pickLines(kit, context, { allotId, ...namingOf(step, lines), strict });
  await moveCartons(kit.registry, context, { allotId, step: 'unpack' });
  await sql`
    update allot_out_line p set carton_no = null, stock_batch_id = coalesce(p.stock_batch_id, l.stock_batch_id)
    from allot_line l where p.allot_out_id = ${document.id} and l.id = p.allot_line_id
      and (p.carton_no is not null or p.stock_batch_id is null and l.stock_batch_id is not null)`.execute(context.db);
  return {
    pick_qty: sumOf(lines, 'pick_qty'),
    carton_qty: null,
    packed_at: null,
    picker_id: context.actor.id,
    picked_at: context.now.toISOString(),
  };
}

/** What a desk says was picked counts from now on, in the place of what tablets sent in of the same lines before. */
export async function statePicked(kit: Kit, step: Step<typeof allotOut>): Promise<Values> {
  const { actor, db, now } = step.context;
  const values = await pickGoods(kit, step, true);
  const allotId = step.document.allot_id;
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

interface Picked extends NamingLines<LineRow<typeof allotOut>> {
  readonly allotId: number;
  /** Pieces that a rule lets go by their batch alone have to name it; of what tablets send in each was judged as it was scanned. */
  readonly strict?: boolean;
}

const namingOf = (
  { document, input }: Step<typeof allotOut>,
  lines: readonly LineRow<typeof allotOut>[],
): NamingLines<LineRow<typeof allotOut>> => {
  const places = new Map((input.lines ?? []).map(({ line_id }, place) => [line_id, place]));
  return {
    warehouse: document.out_warehouse_id,
    lines,
    placeOf: ({ id }) => places.get(id ?? 0),
  };
};

/** Holds what lines say is picked of the batches that they name, else of those that leave first, and the rest as it was asked for. */
export async function pickLines(
  { policies }: Pick<Kit, 'policies'>,
  context: WriteContext,
  { allotId, strict = false, ...naming }: Picked,
): Promise<void> {
  const { db, actor } = context;
  const { docNo } = await nameOf(context, allotId);
  const source: Source = { docType: allot.name, docId: allotId, docNo };
  const { lines } = naming;
  const { warehouse } = locationsOf(naming.warehouse);
  const books = { db, policies };
  const goodsOf = (line: LineRow<typeof allotOut>) => ({
    location: warehouse,
    skuId: line.sku_id,
    imperfectType: line.imperfect_type,
    lineId: line.allot_line_id,
  });
  const freed = await freeStock(books, source);
  const batches = await batchesOfLines(db, naming);
  const picked = lines.flatMap((line) =>
    Number(line.pick_qty) > 0
      ? [{ ...goodsOf(line), qty: Number(line.pick_qty), origin: batches.get(line.stock_batch_id ?? 0)?.origin }]
      : [],
  );
  const balances = await lockBalances(books, { keys: picked, by: source });
  if (strict) refuseUnnamedLines(naming, { batches, balances });
  const { parts } = await allocate(books, {
    by: source,
    freed,
    wanted: picked.flatMap(({ origin, ...of }) => (origin === undefined ? [of] : [])),
  });
  const named = picked.flatMap(({ origin, ...of }) => (origin === undefined ? [] : [{ ...of, origin }]));
  const rest = lines.flatMap((line) => {
    const qty = Number(line.qty) - Number(line.pick_qty ?? 0);
    return qty > 0 ? [{ ...goodsOf(line), qty }] : [];
  });
  await lockStock(books, {
    source,
    promised: [...named, ...parts, ...rest],
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
