import { type Kysely, sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import { allotAsked } from '#contract/areas/allocation/allot-events.ts';
import { lockType } from '#contract/areas/warehouse/stock.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { readBareLines } from '#server/kit/lines.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument } from '#server/kit/step.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { freeStock, lockStock } from '#server/ledger/lock-stock.ts';
import { batchesOfLines } from '../out/named-batches.ts';
import { allotSource } from '../source-of.ts';

type Holding = Pick<Kit, 'policies' | 'registry'>;
type Settling = Pick<
  LockedDocument<typeof allot>,
  'id' | 'allot_no' | 'allot_type' | 'out_warehouse_id' | 'in_warehouse_id'
>;

/**
 * What every allot stands on when it is made or written anew: two ends in use, a way that is open, and its goods locked at the sender,
 * line by line (P8, lock_type 2). Refuses with `stockShort` what the sender has not free.
 */
export async function settleAllot(
  { policies, registry }: Holding,
  context: WriteContext,
  document: Settling,
): Promise<void> {
  const { db, actor } = context;
  const [out, into] = [document.out_warehouse_id, document.in_warehouse_id];
  const lines = await readBareLines(db, allot, document.id);
  if (lines.length === 0) throw new Refusal('invalid', '请至少填写 1 行明细', 'lines');
  await refuseOff(db, document);
  await batchesOfLines(db, { warehouse: out, lines });
  await registry.events.emit(context, allotAsked, {
    out_warehouse_id: out,
    in_warehouse_id: into,
    allot_type: document.allot_type,
    sku_ids: lines.map((line) => line.sku_id),
  });
  const source = allotSource(document);
  const books = { db, policies };
  const freed = await freeStock(books, source);
  await lockStock(books, {
    source,
    promised: lines.map((line) => ({
      location: locationsOf(out).warehouse,
      skuId: line.sku_id,
      imperfectType: line.imperfect_type,
      lineId: line.id,
      qty: line.qty,
    })),
    lockType: lockType.allot,
    reason: allot.label,
    adminId: actor.id,
    anew: { freed, by: context },
  });
  await sql`update allot set total_qty = ${sumOf(lines, 'qty')} where id = ${document.id}`.execute(db);
}

/** What a field of lines comes to. */
export const sumOf = <K extends string>(lines: readonly Readonly<Record<K, number | null>>[], name: K): number =>
  lines.reduce((sum, line) => sum + (line[name] ?? 0), 0);

// Held until the end: whoever switches one off meanwhile waits, then finds this allot. In the order of their ids.
async function refuseOff(db: Kysely<unknown>, document: Values): Promise<void> {
  const ends = ['out_warehouse_id', 'in_warehouse_id'] as const;
  const { rows } = await sql<{ id: number; name: string; status: number }>`
    select id, name, status from warehouse where id = any(${ends.map((end) => document[end])}) order by id for share`.execute(
    db,
  );
  const off = rows.find(({ status }) => status !== 1);
  const end = ends.find((name) => document[name] === off?.id);
  if (off) throw new Refusal('invalid', `仓库“${off.name}”已停用`, end);
}
