import { type Kysely, sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import {
  type AllotDevice,
  type AllotEnd,
  type AllotEntry,
  lineOfPieces,
  type OpenAllotEntry,
} from '#contract/areas/allocation/allot-entry.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';
import { readRecord } from '#server/kit/read-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { closedTo, holdWork, sideOf, type Work } from './hold-work.ts';
import { whyNotOfBatch } from './judge-entries.ts';
import { devicesOf } from './report.ts';
import { readLines, writeCounted } from './work-lines.ts';

// Neither decided nor taken back.
const open = sql`e.outcome <> 'accepted' and not exists (select 1 from allot_entry_decision d where d.op_id = e.op_id)
  and not exists (select 1 from allot_entry v where v.voids = e.op_id and v.outcome = 'accepted')`;

/** What was scanned at one end of an allot and counts for nothing until somebody decides what it is. */
export async function readOpenEntries(
  { db, actor }: ReadContext,
  { end, id }: { end: AllotEnd; id: number },
): Promise<{ list: OpenAllotEntry[]; devices: AllotDevice[] }> {
  if (!(await readRecord(db, allot, { actor, id }))) throw new Refusal('notFound');
  const { rows } = await sql<OpenAllotEntry>`
    select e.op_id, e.outcome, e.kind, e.reason, e.barcode, e.sku_id, k.name as goods, e.imperfect_type, e.qty, e.counted_at, a.nickname as counter_name
    from allot_entry e join admin a on a.id = e.counter_id left join sku k on k.id = e.sku_id
    where e.allot_id = ${id} and e.side = ${sideOf(end)} and ${open} order by e.received_at, e.seq`.execute(db);
  return { list: rows, devices: await devicesOf({ db }, { end, id }) };
}

interface Deciding {
  end: AllotEnd;
  id: number;
  op_ids: string[];
  sku_id?: number | undefined;
  reason?: string | undefined;
}

/** Counts entries as goods of their allot, or sets them aside: all of them, or none. */
export async function decideEntries(
  kit: Kit,
  context: WriteContext,
  { end, id, op_ids, sku_id, reason }: Deciding,
): Promise<{ count: number }> {
  const { actor, db, now } = context;
  const work = await holdWork(context, end, id);
  const { rows } = await sql<Pick<AllotEntry, 'op_id' | 'kind' | 'imperfect_type' | 'qty'>>`
    select e.op_id, e.kind, e.imperfect_type, e.qty from allot_entry e
    where e.allot_id = ${id} and e.side = ${sideOf(end)} and e.op_id = any(${op_ids}::uuid[]) and ${open}`.execute(db);
  if (rows.length < op_ids.length) throw new Refusal('invalid', '有记录已处理或不在此调拨单，请刷新', 'op_ids');
  const decided = sku_id === undefined ? rows.map(setAside) : await counted(kit, context, { work, sku_id, rows });
  await sql`
    insert into allot_entry_decision (op_id, sku_id, line_id, statement, reason, decided_by, decided_at)
    select op_id, ${sku_id ?? null}::bigint, line_id, statement, ${reason ?? null}, ${actor.id}, ${now.toISOString()}
    from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb) as o (op_id uuid, line_id bigint, statement integer)`.execute(
    db,
  );
  if (sku_id !== undefined) await writeCounted(kit, context, work);
  return { count: op_ids.length };
}

type Row = Pick<AllotEntry, 'op_id' | 'kind' | 'imperfect_type' | 'qty'>;

const setAside = ({ op_id }: Row) => ({ op_id, line_id: null, statement: 0 });

async function counted(
  kit: Pick<Kit, 'policies'>,
  { db }: WriteContext,
  { work, sku_id: skuId, rows }: { work: Work; sku_id: number; rows: readonly Row[] },
): Promise<{ op_id: string; line_id: number; statement: number }[]> {
  const closed = closedTo(work);
  if (closed) throw new Refusal('illegalTransition', `${closed}，只能搁置`);
  if (rows.some(({ kind }) => kind === 'void')) throw new Refusal('invalid', '晚到的撤销只能搁置', 'op_ids');
  const lines = await readLines(kit, db, work);
  return rows.map(({ op_id, imperfect_type: grade, qty }) => {
    const line = lineOfPieces(lines, { end: work.end, skuId, grade });
    if (!line) throw new Refusal('invalid', '货品不在此调拨单中，或品级不符', 'sku_id');
    const wrong = work.end === 'out' ? whyNotOfBatch(line, '此货品', qty) : undefined;
    if (wrong) throw new Refusal('invalid', wrong, 'sku_id');
    line.counted += qty;
    if (work.end === 'out' && line.counted > line.plan_qty)
      throw new Refusal('invalid', `计入后已拣 ${line.counted} 件，超过应拣数量 ${line.plan_qty}`, 'sku_id');
    return { op_id, line_id: line.line_id, statement: line.times };
  });
}

/** Nothing leaves an end while somebody must still say what a scan there is. */
export async function refuseOpenEntries(
  db: Kysely<unknown>,
  { end, id }: { end: AllotEnd; id: number },
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from allot_entry e where e.allot_id = ${id} and e.side = ${sideOf(end)} and ${open}`.execute(
    db,
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0) throw new Refusal('illegalTransition', `还有 ${count} 条扫描没有认定，请先处理`);
}
