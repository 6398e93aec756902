import { sql } from 'kysely';
import { outState } from '#contract/areas/orders/order-enums.ts';
import { orderOut } from '#contract/areas/orders/order-out.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { readBareLines } from '#server/kit/lines.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import type { Source } from '#server/ledger/posting.ts';
import { readPicked, type Work } from './hold-work.ts';
import { letGoOfPieces } from './pieces.ts';

/** How much of each line is picked: goods that are on several lines fill them in their order. */
export async function pickedLines(
  { db }: Pick<WriteContext, 'db'>,
  outId: number,
): Promise<{ line_id: number; qty: number; pick_qty: number }[]> {
  const { goods } = await readPicked(db, outId);
  const left = new Map(goods.map((one) => [keyOf(one), one.counted]));
  return (await readBareLines(db, orderOut, outId)).map((line) => {
    const { id, qty } = line;
    const key = keyOf(line);
    const rest = left.get(key) ?? 0;
    const pick_qty = Math.min(rest, qty);
    left.set(key, rest - pick_qty);
    return { line_id: id, qty, pick_qty };
  });
}

/**
 * What was picked follows the entries. The history tells that picking began, not each scan: who scanned what stands in the entries. Its version
 * stays, so that nobody at a desk is refused for a scan.
 */
export async function writePicked(
  { registry }: Pick<Kit, 'registry'>,
  context: WriteContext,
  work: Work,
): Promise<void> {
  const { db, actor, now } = context;
  if (work.status === outState.toPick)
    await runTransition(registry, context, { definition: orderOut, name: 'begin', id: work.id });
  const lines = await pickedLines(context, work.id);
  await sql`
    update order_out_line l set pick_qty = c.pick_qty from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as c (line_id bigint, pick_qty bigint)
    where l.id = c.line_id and l.order_out_id = ${work.id} and l.pick_qty is distinct from c.pick_qty`.execute(db);
  await sql`
    update order_out set pick_qty = ${lines.reduce((sum, { pick_qty }) => sum + pick_qty, 0)}, updated_by = ${actor.id}, updated_at = ${now.toISOString()}
    where id = ${work.id}`.execute(db);
}

/**
 * A desk has said what is picked of a delivery: that counts, whatever tablets have sent before it. Of goods of which it says that fewer are picked
 * than were scanned by their codes, none is held any more: which ones go is named as they are shipped.
 */
export async function keepStated({ context, document, lines }: Step<typeof orderOut>, source: Source): Promise<void> {
  const { db, actor, now } = context;
  const told = (await lines()).map(({ sku_id, imperfect_type, pick_qty }) => ({
    sku_id,
    imperfect_type,
    qty: Number(pick_qty ?? 0),
  }));
  const { rows } = await sql<{ sku_id: number; imperfect_type: number; qty: number }>`
    insert into order_out_stated as s (order_out_id, sku_id, imperfect_type, qty, times, stated_at, stated_by)
    select ${document.id}, sku_id, imperfect_type, sum(qty), 1 + (select coalesce(max(times), 0) from order_out_stated where order_out_id = ${document.id}),
      ${now.toISOString()}::timestamptz, ${actor.id}::bigint
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t (sku_id bigint, imperfect_type smallint, qty bigint) group by 2, 3
    on conflict (order_out_id, sku_id, imperfect_type) do update
      set (qty, times, stated_at, stated_by) = row(excluded.qty, excluded.times, excluded.stated_at, excluded.stated_by)
    returning sku_id, imperfect_type, qty`.execute(db);
  const picked = new Map(rows.map((row) => [keyOf(row), row.qty]));
  await letGoOfPieces(context, source, (goods) => picked.get(keyOf(goods)) ?? 0);
}

const keyOf = ({ sku_id, imperfect_type }: { sku_id: number; imperfect_type: number }): string =>
  `${sku_id}/${imperfect_type}`;
