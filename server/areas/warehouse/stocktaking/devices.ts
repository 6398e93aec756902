import { sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import type { SheetDownload, SheetGoods } from '#contract/areas/warehouse/count-entry.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { inScope, readScope } from './scope.ts';
import { isByCodes, isOpen, lockSheet, refuseStranger, type Sheet } from './sheet.ts';
import { sheetPieces } from './sheet-pieces.ts';

interface Downloading {
  id: number;
  device_id: string;
  device_name: string;
  zones: string[];
}

/**
 * Gives a device what it needs to count without the network, and registers it for the zones it will count. What it has handed
 * back in this round stays so until it counts there: the answer may be lost, and the device would not say it again.
 */
export async function downloadSheet(
  context: WriteContext,
  { id, device_id, device_name, zones }: Downloading,
): Promise<SheetDownload> {
  const sheet = await lockSheet(context, id, 'counting');
  refuseStranger(sheet, context);
  if (!isOpen(sheet)) throw new Refusal('illegalTransition', '盘点单不在盘点中');
  const { rows: open } = await sql<{ id: number; code: string; name: string; closed_at: string | null }>`
    select id, code, name, closed_at from stocktaking_zone where stocktaking_id = ${id} and round = ${sheet.round} order by id`.execute(
    context.db,
  );
  const missing = zones.find((zone) => !open.some((one) => one.code === zone && !one.closed_at));
  if (missing !== undefined) throw new Refusal('invalid', `库区 ${missing} 不存在或已关闭`, 'zones');
  await sql`
    insert into stocktaking_device (stocktaking_id, zone, device_id, device_name, admin_id, round)
    select ${id}, code, ${device_id}, ${device_name}, ${context.actor.id}, ${sheet.round} from unnest(${zones}::text[]) as z (code) order by code
    on conflict (stocktaking_id, zone, device_id, admin_id) do update
    set finished_at = case when stocktaking_device.round = excluded.round then stocktaking_device.finished_at end,
      device_name = excluded.device_name, round = excluded.round`.execute(context.db);
  const known = await sheetPieces(context, sheet, { device_id, zones: open });
  const pieces = isByCodes(sheet) ? known : undefined;
  return {
    id: sheet.id,
    stocktaking_no: sheet.stocktaking_no,
    warehouse_id: sheet.warehouse_id,
    warehouse_name: await warehouseName(context, sheet),
    status: sheet.status,
    round: sheet.round,
    blind: sheet.blind,
    zones: open.map((zone) => ({ id: zone.id, code: zone.code, name: zone.name, status: zone.closed_at ? 0 : 1 })),
    goods: await goodsOf(context, sheet, pieces && [...new Set(pieces.map(({ sku_id }) => sku_id))]),
    ...(pieces ? { pieces } : known.length > 0 && { coded: known }),
    recount: await recountOf(context, sheet),
    next_seq: await nextSeq(context, { id, device_id }),
    server_time: context.now.toISOString(),
  };
}

interface Reported {
  id: number;
  device_id: string;
  rev: number;
  round?: number | undefined;
  zones: { zone: string; unsent: number; finished: boolean }[];
}

/**
 * Keeps a device's word on its zones; a zone it did not register for, in that round, is not its to speak of and is passed over.
 * A word without a round, on round 0 (a stream from before rounds were noted), or on one to come is of the present one.
 */
export async function reportDevice(
  context: WriteContext,
  { id, device_id, rev, round, zones }: Reported,
): Promise<{ server_time: string }> {
  const sheet = await lockSheet(context, id, 'counting');
  refuseStranger(sheet, context);
  await sql`
    update stocktaking_device d set unsent = z.unsent, rev = ${rev}, reported_at = ${context.now.toISOString()},
      finished_at = case when z.finished and z.unsent = 0 then ${context.now.toISOString()}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(zones)}::jsonb) as z (zone text, unsent bigint, finished boolean)
    where d.stocktaking_id = ${id} and d.device_id = ${device_id} and d.admin_id = ${context.actor.id} and d.zone = z.zone and d.rev <= ${rev}
      and d.round = least(nullif(${round ?? null}::int, 0), ${sheet.round})`.execute(context.db);
  return { server_time: context.now.toISOString() };
}

async function goodsOf(context: WriteContext, sheet: Sheet, only?: readonly number[]): Promise<SheetGoods[]> {
  // Everything that may be found, not only what is on book: goods that are there and should not be are the point of counting.
  // Of a take by codes, the goods of its pieces.
  const { rows: goods } = await sql<Omit<SheetGoods, 'imperfect_type'> & { active: boolean }>`
    select s.id as sku_id, s.sku_no, s.name, c.value as color, z.name as size, s.status = 1 as active,
      coalesce((select array_agg(b.barcode order by b.is_main desc, b.id) from sku_barcode b where b.sku_id = s.id), '{}') as barcodes
    from sku s join attribute_value c on c.id = s.color_value_id join size z on z.id = s.size_id
    where ${inScope(await readScope(context.db, sheet.id))} and (${only ?? null}::bigint[] is null or s.id = any(${only ?? null}::bigint[]))
      and ${isVisible(sku, context.actor, 's')} order by s.sku_no`.execute(context.db);
  // Put together here: a new sheet is in no statistics, and the planner would read its lines again for every SKU.
  const { rows: lines } = await sql<{ sku_id: number; imperfect_type: number; book_qty: number | null }>`
    select sku_id, imperfect_type, book_qty from stocktaking_line where stocktaking_id = ${sheet.id} order by sku_id, imperfect_type`.execute(
    context.db,
  );
  const grades = new Map<number, { imperfect_type: number; book_qty: number | null }[]>();
  for (const line of lines) grades.set(line.sku_id, [...(grades.get(line.sku_id) ?? []), line]);
  return goods.flatMap(({ active, ...one }) => {
    const found = grades.get(one.sku_id) ?? (active || only ? [{ imperfect_type: 0, book_qty: 0 }] : []);
    return found.map(({ imperfect_type, book_qty }) => ({
      ...one,
      imperfect_type,
      ...(sheet.blind ? {} : { book_qty: book_qty ?? 0 }),
    }));
  });
}

async function recountOf(context: WriteContext, sheet: Sheet): Promise<SheetDownload['recount']> {
  const { rows } = await sql<{ sku_id: number; imperfect_type: number }>`
    select r.sku_id, r.imperfect_type from stocktaking_recount r join sku s on s.id = r.sku_id
    where r.stocktaking_id = ${sheet.id} and r.round = ${sheet.round} and ${isVisible(sku, context.actor, 's')}`.execute(
    context.db,
  );
  return rows;
}

async function nextSeq(context: WriteContext, { id, device_id }: { id: number; device_id: string }): Promise<number> {
  const { rows } = await sql<{
    last_seq: number;
  }>`select last_seq from stocktaking_lane where stocktaking_id = ${id} and device_id = ${device_id} and admin_id = ${context.actor.id}`.execute(
    context.db,
  );
  return (rows[0]?.last_seq ?? 0) + 1;
}

async function warehouseName(context: WriteContext, sheet: Sheet): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from warehouse where id = ${sheet.warehouse_id}`.execute(
    context.db,
  );
  return rows[0]?.name ?? '';
}
