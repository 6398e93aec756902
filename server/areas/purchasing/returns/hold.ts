import { type Kysely, sql } from 'kysely';
import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { lockType } from '#contract/areas/warehouse/stock.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { lockStock } from '#server/ledger/lock-stock.ts';
import { returnSource } from './source-of.ts';

/** What a line takes its goods from. */
interface BatchOfLine {
  readonly skuId: number;
  readonly imperfectType: number;
  /** Line of the inbound batch. */
  readonly origin: number;
}

/** The batches of a return's lines, by the id of the line. */
export async function batchesOfLines(db: Kysely<unknown>, id: number): Promise<Map<number, BatchOfLine>> {
  const { rows } = await sql<{ id: number } & BatchOfLine>`
    select l.id, b.sku_id as "skuId", b.imperfect_type as "imperfectType", b.in_ware_detail_id as origin
    from back_order_line l join stock_batch b on b.id = l.stock_batch_id where l.back_order_id = ${id}`.execute(db);
  return new Map(rows.map(({ id: line, ...batch }) => [line, batch]));
}

/** Keeps the chosen batches for a return, line by line (P8): nobody else takes them while it is judged. */
export async function holdBatches(
  { policies }: Pick<Kit, 'policies'>,
  step: Step<typeof backOrder>,
): Promise<undefined> {
  const { context, document } = step;
  const { warehouse } = locationsOf(document.warehouse_id);
  const batches = await batchesOfLines(context.db, document.id);
  const promised = (await step.lines()).map((line) => {
    const batch = batches.get(line.id);
    if (!batch) throw new Error(`line ${line.id} of ${backOrder.name} ${document.id} has no batch`);
    return { ...batch, location: warehouse, qty: line.qty, lineId: line.id };
  });
  await lockStock(
    { db: context.db, policies },
    {
      source: returnSource(document),
      promised,
      lockType: lockType.back,
      reason: document.reason,
      adminId: context.actor.id,
    },
  );
  return undefined;
}
