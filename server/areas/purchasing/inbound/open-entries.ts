import { type Kysely, sql } from 'kysely';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import type {
  BatchCounter,
  CountingDevice,
  InboundEntry,
  OpenEntry,
} from '#contract/areas/purchasing/inbound-entry.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';
import { readRecord } from '#server/kit/read-record.ts';
import type { Step } from '#server/kit/step.ts';
import { holdBatch, isCountable, readCounts } from './batch-counts.ts';
import { devicesOf, tabletCountersOf } from './report-count.ts';

// Neither decided nor taken back.
const open = sql`e.outcome <> 'accepted' and not exists (select 1 from in_ware_batch_entry_decision d where d.op_id = e.op_id)
  and not exists (select 1 from in_ware_batch_entry v where v.voids = e.op_id and v.outcome = 'accepted')`;

/** What was scanned of a batch and counts for nothing until somebody decides what it is. */
export async function readOpenEntries(
  { db, actor }: ReadContext,
  { id }: { id: number },
): Promise<{ list: OpenEntry[]; devices: CountingDevice[]; counters: BatchCounter[] }> {
  const record = await readRecord(db, inWareBatch, { actor, id });
  if (!record) throw new Refusal('notFound');
  const { rows } = await sql<OpenEntry>`
    select e.op_id, e.outcome, e.kind, e.reason, e.barcode, e.sku_id, k.name as goods, e.imperfect_type, e.qty, e.expire_at, e.counted_at,
      a.nickname as counter_name
    from in_ware_batch_entry e join admin a on a.id = e.counter_id left join sku k on k.id = e.sku_id
    where e.in_ware_batch_id = ${id} and ${open} order by e.received_at, e.seq`.execute(db);
  const counters = await tabletCountersOf({ db }, { id, open: isCountable({ status: Number(record.status) }) });
  return { list: rows, devices: await devicesOf({ db }, id), counters };
}

interface Deciding {
  id: number;
  op_ids: string[];
  sku_id?: number | undefined;
  reason?: string | undefined;
}

/** Counts entries as goods of their batch, or sets them aside: all of them, or none. */
export async function decideEntries(
  context: WriteContext,
  { id, op_ids, sku_id, reason }: Deciding,
): Promise<{ count: number }> {
  const { actor, db, now } = context;
  const batch = await holdBatch(context, id);
  const { rows } = await sql<Pick<InboundEntry, 'kind' | 'imperfect_type' | 'production_date' | 'expire_at' | 'qty'>>`
    select e.kind, e.imperfect_type, e.production_date, e.expire_at, e.qty from in_ware_batch_entry e
    where e.in_ware_batch_id = ${id} and e.op_id = any(${op_ids}::uuid[]) and ${open}`.execute(db);
  if (rows.length < op_ids.length) throw new Refusal('invalid', '有记录已处理或不在此批次，请刷新', 'op_ids');
  if (sku_id !== undefined) {
    if (!isCountable(batch)) throw new Refusal('illegalTransition', '批次不在清点中，请先驳回再计入');
    if (rows.some(({ kind }) => kind === 'void')) throw new Refusal('invalid', '晚到的撤销只能搁置', 'op_ids');
    const counts = await readCounts(context, id, [sku_id]);
    if (!counts.has(sku_id)) throw new Refusal('invalid', '货品不在此批次的应收明细中', 'sku_id');
    for (const entry of rows) counts.add(sku_id, entry);
    await counts.write(context, batch);
  }
  await sql`
    insert into in_ware_batch_entry_decision (op_id, sku_id, reason, decided_by, decided_at)
    select op_id, ${sku_id ?? null}::bigint, ${reason ?? null}, ${actor.id}, ${now.toISOString()} from unnest(${op_ids}::uuid[]) as o (op_id)`.execute(
    db,
  );
  return { count: op_ids.length };
}

/** Nothing goes on while somebody must still say what a scan is. */
export async function refuseOpenEntries({ context, document, rejects }: Step<typeof inWareBatch>): Promise<void> {
  if (rejects) return;
  const count = await openCount(context.db, document.id);
  if (count > 0) throw new Refusal('illegalTransition', `还有 ${count} 条扫描没有认定，请先在清点页处理`);
}

async function openCount(db: Kysely<unknown>, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from in_ware_batch_entry e where e.in_ware_batch_id = ${id} and ${open}`.execute(db);
  return rows[0]?.count ?? 0;
}
