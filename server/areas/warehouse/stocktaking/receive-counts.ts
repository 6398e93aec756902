import { sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import type { CountAnswer, CountEntry, CountRequest, CountResult } from '#contract/areas/warehouse/count-entry.ts';
import { catalogue } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { inScope, scopeOf } from './scope.ts';
import { isOpen, lockSheet, refuseStranger, type Sheet } from './sheet.ts';

/** An entry with what the server makes of it. */
interface Judged extends CountEntry {
  sku_id: number | null;
  outcome: CountAnswer['outcome'];
  reason: string | null;
}

/**
 * Takes in a batch of one lane (device, person, sheet): each entry once, in the lane's order, with a word for each.
 * An entry that was answered before gets the same answer; one that would leave a gap is not answered, and the device is
 * told where to go on. Nothing is ever dropped: what cannot be counted is kept as unknown or late for a person to see.
 */
export async function receiveCounts(
  context: WriteContext,
  { id, device_id, entries }: CountRequest,
): Promise<CountResult> {
  const sheet = await lockSheet(context, id, 'counting');
  refuseStranger(sheet, context);
  const last = await lockLane(context, { id, device_id });
  const answered = await earlierAnswers(context, { id, device_id, entries });
  const fresh = entries.filter((entry) => !answered.has(entry.op_id)).sort((a, b) => a.seq - b.seq);
  const { inOrder, displaced, expected } = follow(fresh, last);
  const judged = await judge(context, sheet, { device_id, entries: inOrder });
  await keep(context, { id, device_id, judged });
  await registerZones(context, { id, device_id, zones: judged.map((entry) => entry.zone) });
  const answers: CountAnswer[] = [
    ...answered.values(),
    ...judged.map(answerOf),
    ...displaced.map((entry) => ({
      op_id: entry.op_id,
      outcome: 'refused' as const,
      code: catalogue.duplicateSubmit.code,
      msg: '这一序号已被另一条记录使用',
    })),
  ];
  return {
    answers,
    server_time: context.now.toISOString(),
    ...(expected === undefined ? {} : { expected_seq: expected }),
  };
}

async function lockLane(context: WriteContext, { id, device_id }: { id: number; device_id: string }): Promise<number> {
  const { rows } = await sql<{ last_seq: number }>`
    insert into stocktaking_lane (stocktaking_id, device_id, admin_id, last_seq) values (${id}, ${device_id}, ${context.actor.id}, 0)
    on conflict (stocktaking_id, device_id, admin_id) do update set last_seq = stocktaking_lane.last_seq returning last_seq`.execute(
    context.db,
  );
  return rows[0]?.last_seq ?? 0;
}

async function earlierAnswers(
  context: WriteContext,
  { id, device_id, entries }: CountRequest,
): Promise<Map<string, CountAnswer>> {
  const { rows } = await sql<{ op_id: string; outcome: CountAnswer['outcome']; reason: string | null; ours: boolean }>`
    select op_id, outcome, reason, stocktaking_id = ${id} and device_id = ${device_id} and counter_id = ${context.actor.id} as ours
    from stocktaking_count where op_id = any(${entries.map((entry) => entry.op_id)}::uuid[])`.execute(context.db);
  return new Map(
    rows.map((row) => [
      row.op_id,
      row.ours
        ? answerOf(row)
        : {
            op_id: row.op_id,
            outcome: 'refused',
            code: catalogue.duplicateSubmit.code,
            msg: catalogue.duplicateSubmit.words,
          },
    ]),
  );
}

/** Splits new entries into those that follow the lane without a gap, and those whose place is taken. */
function follow(
  fresh: readonly CountEntry[],
  last: number,
): { inOrder: CountEntry[]; displaced: CountEntry[]; expected: number | undefined } {
  const displaced = fresh.filter((entry) => entry.seq <= last);
  const inOrder: CountEntry[] = [];
  let next = last + 1;
  for (const entry of fresh.filter((one) => one.seq > last)) {
    if (entry.seq === next - 1) displaced.push(entry);
    else if (entry.seq !== next) return { inOrder, displaced, expected: next };
    else {
      inOrder.push(entry);
      next += 1;
    }
  }
  return { inOrder, displaced, expected: undefined };
}

async function judge(
  context: WriteContext,
  sheet: Sheet,
  { device_id, entries }: { device_id: string; entries: readonly CountEntry[] },
): Promise<Judged[]> {
  if (entries.length === 0) return [];
  const goods = await goodsOf(context, sheet, entries);
  const zones = await zonesOf(context, sheet.id);
  const voidable = await voidableIn(context, { id: sheet.id, device_id, entries });
  return entries.map((entry) => {
    const found = goods.get(entry.barcode);
    const verdict = verdictOn(entry, {
      context,
      sheet,
      found,
      zone: zones.get(`${entry.round}/${entry.zone}`),
      zoneKnown: zones.has(`1/${entry.zone}`),
      voidable,
    });
    const at = Math.min(Date.parse(entry.counted_at), context.now.getTime());
    return { ...entry, counted_at: new Date(at).toISOString(), sku_id: found?.id ?? null, ...verdict };
  });
}

interface Surroundings {
  context: WriteContext;
  sheet: Sheet;
  found: { id: number; in_scope: boolean } | undefined;
  zone: { closed_at: string | null } | undefined;
  zoneKnown: boolean;
  voidable: ReadonlySet<string>;
}

function verdictOn(
  entry: CountEntry,
  { context, sheet, found, zone, zoneKnown, voidable }: Surroundings,
): Pick<Judged, 'outcome' | 'reason'> {
  if (!zoneKnown) return { outcome: 'refused', reason: `盘点单没有库区 ${entry.zone}` };
  if (entry.kind === 'void') {
    if (!entry.voids || !voidable.has(entry.voids)) return { outcome: 'refused', reason: '要撤销的记录不存在' };
    return isOpen(sheet) && zone && !zone.closed_at
      ? { outcome: 'accepted', reason: null }
      : { outcome: 'late', reason: '撤销到达时库区已关闭' };
  }
  if (entry.round > sheet.round) return { outcome: 'refused', reason: `盘点单现在是第 ${sheet.round} 轮` };
  if (found && !found.in_scope) return { outcome: 'refused', reason: '不在盘点范围内' };
  if (!isOpen(sheet)) return { outcome: 'late', reason: '到达时盘点单已提交或结束' };
  if (entry.round < sheet.round || !zone || zone.closed_at) return { outcome: 'late', reason: '到达时库区已关闭' };
  // A clock this wrong would put the count before the sheet: a person decides what to make of it.
  const start = sheet.snapshot_at ? Date.parse(sheet.snapshot_at) : 0;
  if (Date.parse(entry.counted_at) < start - clockTolerance) return { outcome: 'late', reason: '设备时间早于盘点开始' };
  if (Date.parse(entry.counted_at) > context.now.getTime() + clockTolerance)
    return { outcome: 'late', reason: '设备时间晚于现在' };
  return found ? { outcome: 'accepted', reason: null } : { outcome: 'unknown', reason: '未知条码' };
}

async function goodsOf(
  context: WriteContext,
  sheet: Sheet,
  entries: readonly CountEntry[],
): Promise<Map<string, { id: number; in_scope: boolean }>> {
  const codes = [...new Set(entries.map((entry) => entry.barcode))];
  const { rows } = await sql<{ code: string; id: number; in_scope: boolean }>`
    select distinct on (k.code) k.code, s.id, ${inScope(scopeOf(await scopeRow(context, sheet.id)))} as in_scope
    from unnest(${codes}::text[]) as k (code)
    join lateral (
      select sku_id, 1 as rank from sku_barcode where barcode = k.code
      union all select id, 2 from sku where sku_no = k.code
    ) m on true join sku s on s.id = m.sku_id and ${isVisible(sku, context.actor, 's')} order by k.code, m.rank`.execute(
    context.db,
  );
  return new Map(rows.map((row) => [row.code, row]));
}

async function scopeRow(context: WriteContext, id: number): Promise<Record<string, unknown>> {
  const { rows } = await sql<
    Record<string, unknown>
  >`select scope_category_ids, scope_brand_ids, scope_sku_ids from stocktaking where id = ${id}`.execute(context.db);
  return rows[0] ?? {};
}

async function zonesOf(context: WriteContext, id: number): Promise<Map<string, { closed_at: string | null }>> {
  const { rows } = await sql<{
    round: number;
    code: string;
    closed_at: string | null;
  }>`select round, code, closed_at from stocktaking_zone where stocktaking_id = ${id}`.execute(context.db);
  return new Map(rows.map((row) => [`${row.round}/${row.code}`, row]));
}

// Only an entry of the same lane can be taken back, and it may be in this very batch, before its un-count.
async function voidableIn(
  context: WriteContext,
  { id, device_id, entries }: { id: number; device_id: string; entries: readonly CountEntry[] },
): Promise<Set<string>> {
  const named = entries.flatMap((entry) => (entry.kind === 'void' && entry.voids ? [entry.voids] : []));
  const batch = entries.filter((entry) => entry.kind !== 'void').map((entry) => entry.op_id);
  if (named.length === 0) return new Set();
  const { rows } = await sql<{ op_id: string }>`
    select op_id from stocktaking_count where op_id = any(${named}::uuid[]) and stocktaking_id = ${id} and device_id = ${device_id} and counter_id = ${context.actor.id} and kind <> 'void'`.execute(
    context.db,
  );
  return new Set([...rows.map((row) => row.op_id), ...batch]);
}

async function keep(
  context: WriteContext,
  { id, device_id, judged }: { id: number; device_id: string; judged: readonly Judged[] },
): Promise<void> {
  const last = judged.at(-1);
  if (!last) return;
  const rows = judged.map((entry) => ({ ...entry, voids: entry.voids ?? null }));
  await sql`
    insert into stocktaking_count (op_id, stocktaking_id, device_id, counter_id, seq, kind, zone, round, barcode, sku_id, imperfect_type, qty, counted_at, received_at, voids, outcome, reason)
    select op_id, ${id}, ${device_id}, ${context.actor.id}, seq, kind, zone, round, barcode, sku_id, imperfect_type, qty, counted_at, ${context.now.toISOString()}, voids, outcome, reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (op_id uuid, seq bigint, kind text, zone text, round int, barcode text, sku_id bigint,
      imperfect_type smallint, qty bigint, counted_at timestamptz, voids uuid, outcome text, reason text) order by seq`.execute(
    context.db,
  );
  await sql`
    update stocktaking_lane set last_seq = ${last.seq} where stocktaking_id = ${id} and device_id = ${device_id} and admin_id = ${context.actor.id}`.execute(
    context.db,
  );
}

// A count takes back an earlier "finished": the device is plainly still counting there.
async function registerZones(
  context: WriteContext,
  { id, device_id, zones }: { id: number; device_id: string; zones: readonly string[] },
): Promise<void> {
  const distinct = [...new Set(zones)];
  if (distinct.length === 0) return;
  await sql`
    insert into stocktaking_device (stocktaking_id, zone, device_id, admin_id)
    select ${id}, code, ${device_id}, ${context.actor.id} from unnest(${distinct}::text[]) as z (code)
    on conflict (stocktaking_id, zone, device_id, admin_id) do update set finished_at = null`.execute(context.db);
}

function answerOf(row: { op_id: string; outcome: CountAnswer['outcome']; reason: string | null }): CountAnswer {
  if (row.outcome === 'accepted') return { op_id: row.op_id, outcome: row.outcome };
  return { op_id: row.op_id, outcome: row.outcome, code: catalogue.invalid.code, msg: row.reason ?? '' };
}

const clockTolerance = 10 * 60_000;
