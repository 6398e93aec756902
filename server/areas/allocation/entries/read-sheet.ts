import { sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import type { AllotEnd, AllotGoods, AllotSheet, OpenAllot } from '#contract/areas/allocation/allot-entry.ts';
import { allotState, cartonState } from '#contract/areas/allocation/allot-enums.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { listRows } from '#server/kit/list-query.ts';
import { readRecord, type ShownRow } from '#server/kit/read-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { scannablePieces } from '../pieces/scannable-pieces.ts';
import { isAt, otherEnd } from '../sides.ts';
import { placeOf, sideOf } from './hold-work.ts';
import { isBatchWanted } from './judge-entries.ts';
import { devicesOf } from './report.ts';
import { readLines, type WorkLine } from './work-lines.ts';

const states = {
  out: [allotState.toSend],
  into: [allotState.moving, allotState.arrived],
} as const;

const otherOf = (end: AllotEnd) => placeOf(end === 'out' ? 'into' : 'out');

/** The allots that wait at this end for whoever stands there, the newest first. */
export async function readOpenAllots({ db, actor }: ReadContext, end: AllotEnd): Promise<{ list: OpenAllot[] }> {
  const { list } = await listRows(db, allot, {
    actor,
    asked: { sort: '-id', page_size: limits.pageSizeMost },
    where: [sql<boolean>`r.status = any(${[...states[end]]}::smallint[])`],
  });
  const here = list.filter((row) => isAt(actor, row[placeOf(end)]));
  const { rows } = await sql<{ id: number; plan: number; counted: number }>`
    select l.allot_id as id, sum(case when ${end === 'out'} then l.qty else l.send_qty end)::bigint as plan,
      coalesce(sum(case when ${end === 'out'} then p.pick_qty else l.counted_qty end), 0)::bigint as counted
    from allot_line l left join allot_out u on u.allot_id = l.allot_id left join allot_out_line p on p.allot_out_id = u.id and p.allot_line_id = l.id
    where l.allot_id = any(${here.map(({ id }) => id)}::bigint[]) group by 1`.execute(db);
  const figures = new Map(rows.map((row) => [row.id, row]));
  return {
    list: here.map((row) => ({
      ...headOf(row, end),
      plan_qty: figures.get(row.id)?.plan ?? 0,
      counted_qty: figures.get(row.id)?.counted ?? 0,
    })),
  };
}

/** One end of an allot as a tablet needs it to work without the network, the batches that its lines name with it. One statement reads the figures: what was counted, and how far this device's own part in that goes. */
export async function readSheet(
  kit: Pick<Kit, 'policies'>,
  { db, actor, now }: ReadContext,
  { end, id, device_id }: { end: AllotEnd; id: number; device_id: string },
): Promise<AllotSheet> {
  const record = await readRecord(db, allot, { actor, id });
  if (!record) throw new Refusal('notFound');
  if (!isAt(actor, record[placeOf(end)])) throw otherEnd(placeOf(end));
  const head = headOf(record, end);
  if (!states[end].some((status) => status === head.status))
    throw new Refusal('illegalTransition', end === 'out' ? '调拨单不在待发货' : '调拨单不在途或已到货');
  const mine = sql`e.device_id = ${device_id} and e.counter_id = ${actor.id}`;
  const { rows } = await sql<Pick<AllotSheet, 'own_seq' | 'goods' | 'cartons' | 'carriers' | 'out_status'>>`
    select (select coalesce(max(e.seq), 0)::bigint from allot_entry e where e.allot_id = ${id} and e.side = ${sideOf(end)} and ${mine}) as own_seq,
      u.status as out_status,
      coalesce((select json_agg(json_build_object('line_id', l.id, 'sku_id', k.id, 'sku_no', k.sku_no, 'name', k.name, 'color', c.value, 'size', z.name,
        'imperfect_type', l.imperfect_type,
        'barcodes', coalesce((select json_agg(b.barcode order by b.is_main desc, b.id) from sku_barcode b where b.sku_id = k.id), '[]'),
        'plan_qty', case when ${end === 'out'} then l.qty else l.send_qty end,
        'counted_qty', case when ${end === 'out'} then coalesce(p.pick_qty, 0) else l.counted_qty end,
        'damaged_qty', case when ${end === 'out'} then 0 else l.counted_imperfect_qty end) order by l.id)
      from allot_line l left join allot_out_line p on p.allot_out_id = u.id and p.allot_line_id = l.id
        join sku k on k.id = l.sku_id and ${isVisible(sku, actor, 'k')}
        join attribute_value c on c.id = k.color_value_id join size z on z.id = k.size_id where l.allot_id = ${id}), '[]') as goods,
      coalesce((select json_agg(json_build_object('carton_no', x.carton_no, 'carton_place', x.carton_place, 'qty', x.total_qty,
        'arrived', x.status = ${cartonState.arrived}, 'carton', e.carton) order by x.carton_place)
      from allot_carton x left join allot_carton_mark e on e.allot_carton_id = x.id and ${mine}
      where x.allot_id = ${id} and x.status <> ${cartonState.unpacked}), '[]') as cartons,
      case when ${end === 'out'} then coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.id) from logistics g where g.status = 1), '[]')
        else '[]' end as carriers
    from allot_out u where u.allot_id = ${id}`.execute(db);
  const [read] = rows;
  if (!read) throw new Error(`allot ${id} was passed and has nothing to pick by`);
  const devices = await devicesOf({ db }, { end, id });
  const pieces = await scannablePieces(db, { id, actor });
  const ofLine = (goods: AllotGoods) =>
    pieces.filter((one) => one.sku_id === goods.sku_id && one.imperfect_type === goods.imperfect_type);
  const lines = await readLines(kit, db, { id, end, sender: record.out_warehouse_id });
  const batches = new Map(lines.map((line) => [line.line_id, batchOf(line)]));
  return {
    ...head,
    ...read,
    goods: read.goods.map((goods) => ({
      ...goods,
      ...batches.get(goods.line_id),
      pieces: ofLine(goods).map(({ unique_code, epc }) => ({ unique_code, epc })),
    })),
    others: devices.filter((device) => device.unsent > 0 && device.device_id !== device_id),
    server_time: now.toISOString(),
  };
}

const batchOf = ({ batch_no, batch_most, ...line }: WorkLine): Pick<AllotGoods, 'batch' | 'batch_wanted'> => ({
  batch: batch_no === null ? null : { no: batch_no, most: Number(batch_most) },
  batch_wanted: isBatchWanted(line),
});

const headOf = (row: ShownRow<typeof allot>, end: AllotEnd) => ({
  id: row.id,
  allot_no: row.allot_no,
  other_name: row[`${otherOf(end)}__title`] ?? '',
  status: row.status,
});
