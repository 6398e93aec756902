import { sql } from 'kysely';
import type { CountAnswer, CountEntry, CountRequest, CountResult } from '#contract/areas/warehouse/count-entry.ts';
import { catalogue } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { type Judged, judgeCounts } from './judge-counts.ts';
import { lockSheet, refuseStranger, type Sheet } from './sheet.ts';

/**
 * Takes in a batch of one stream (device, person, sheet): each entry once, in the stream's order, with a word for each.
 * An entry that was answered before gets the same answer; one that would leave a gap is not answered, and the device is
 * told where to go on. Nothing is ever dropped: what cannot be counted is kept as unknown or late for a person to see.
 */
export async function receiveCounts(
  context: WriteContext,
  { id, device_id, device_name, entries }: CountRequest,
): Promise<CountResult> {
  const sheet = await lockSheet(context, id, 'counting');
  refuseStranger(sheet, context);
  const last = await lockStream(context, { id, device_id });
  const answered = await earlierAnswers(context, { id, device_id, entries });
  const fresh = entries.filter((entry) => !answered.has(entry.op_id)).sort((a, b) => a.seq - b.seq);
  const { inOrder, displaced, expected } = follow(fresh, last);
  const judged = await judgeCounts(context, sheet, { device_id, entries: inOrder });
  await keep(context, { id, device_id, judged });
  await registerZones(context, sheet, { device_id, device_name, entries: judged });
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

async function lockStream(
  context: WriteContext,
  { id, device_id }: { id: number; device_id: string },
): Promise<number> {
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

/** Splits new entries into those that follow the stream without a gap, and those whose place is taken. */
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

async function keep(
  context: WriteContext,
  { id, device_id, judged }: { id: number; device_id: string; judged: readonly Judged[] },
): Promise<void> {
  const last = judged.at(-1);
  if (!last) return;
  const rows = judged.map((entry) => ({ ...entry, voids: entry.voids ?? null }));
  await sql`
    insert into stocktaking_count (op_id, stocktaking_id, device_id, counter_id, seq, kind, zone, round, barcode, sku_id, imperfect_type, qty, counted_at, time_doubtful, received_at, voids, outcome, reason, code_id)
    select op_id, ${id}, ${device_id}, ${context.actor.id}, seq, kind, zone, round, barcode, sku_id, imperfect_type, qty, counted_at, coalesce(time_doubtful, false), ${context.now.toISOString()}, voids, outcome, reason, code_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (op_id uuid, seq bigint, kind text, zone text, round int, barcode text, sku_id bigint,
      imperfect_type smallint, qty bigint, counted_at timestamptz, time_doubtful boolean, voids uuid, outcome text, reason text, code_id bigint) order by seq`.execute(
    context.db,
  );
  await sql`
    update stocktaking_lane set last_seq = ${last.seq} where stocktaking_id = ${id} and device_id = ${device_id} and admin_id = ${context.actor.id}`.execute(
    context.db,
  );
}

// A count takes back an earlier "finished": the device is plainly still counting there. One of an earlier round does not
// make its device take part in this one, and nobody takes part in a round to come.
async function registerZones(
  context: WriteContext,
  sheet: Sheet,
  {
    device_id,
    device_name,
    entries,
  }: { device_id: string; device_name: string | undefined; entries: readonly Pick<CountEntry, 'zone' | 'round'>[] },
): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    insert into stocktaking_device (stocktaking_id, zone, device_id, device_name, admin_id, round)
    select ${sheet.id}, zone, ${device_id}, ${device_name ?? null}, ${context.actor.id}, least(max(round), ${sheet.round})
    from unnest(${entries.map((entry) => entry.zone)}::text[], ${entries.map((entry) => entry.round)}::int[]) as z (zone, round)
    group by zone order by zone
    on conflict (stocktaking_id, zone, device_id, admin_id) do update
    set finished_at = null, device_name = coalesce(excluded.device_name, stocktaking_device.device_name), round = greatest(stocktaking_device.round, excluded.round)`.execute(
    context.db,
  );
}

function answerOf(row: { op_id: string; outcome: CountAnswer['outcome']; reason: string | null }): CountAnswer {
  if (row.outcome === 'accepted') return { op_id: row.op_id, outcome: row.outcome };
  return { op_id: row.op_id, outcome: row.outcome, code: catalogue.invalid.code, msg: row.reason ?? '' };
}
