import { sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import type { CountAnswer, CountEntry } from '#contract/areas/warehouse/count-entry.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { goodsByCode } from '#server/kit/goods-by-code.ts';
import { type Piece, piecesRead } from './pieces-read.ts';
import { clockTolerance, roundStarts } from './round-starts.ts';
import { inScope, readScope } from './scope.ts';
import { isByCodes, isOpen, type Sheet } from './sheet.ts';

/** An entry with what the server makes of it. */
export interface Judged extends CountEntry {
  sku_id: number | null;
  /** The piece, where its own code or tag was read. */
  code_id: number | null;
  outcome: CountAnswer['outcome'];
  reason: string | null;
}

/**
 * What becomes of entries that follow their stream: counted, refused as senseless, or kept for a person to see as unknown
 * or late. A counting time in the future becomes now. The sheet must be locked for counting.
 */
export async function judgeCounts(
  context: WriteContext,
  sheet: Sheet,
  { device_id, entries }: { device_id: string; entries: readonly CountEntry[] },
): Promise<Judged[]> {
  if (entries.length === 0) return [];
  const byCodes = isByCodes(sheet);
  const goods: ReadonlyMap<string, Goods | Piece> = byCodes
    ? await piecesRead(context, sheet, entries)
    : await goodsAndPieces(context, sheet, entries);
  const zones = await zonesOf(context, sheet.id);
  const asked = await askedAgain(
    context,
    sheet,
    [...goods.values()].map((one) => one.id),
  );
  const targets = await targetsOf(context, { id: sheet.id, device_id, entries });
  return entries.map((entry) => {
    const found = goods.get(entry.barcode);
    const piece = found && 'codeId' in found ? found : undefined;
    const verdict = verdictOn(entry, {
      context,
      sheet,
      found,
      zone: zones.get(`${entry.round}/${entry.zone}`),
      zoneKnown: zones.has(`1/${entry.zone}`),
      // A piece that is read is there, whatever a round asks for.
      asked: byCodes || !asked || !found || asked.has(`${found.id}/${piece?.grade ?? entry.imperfect_type}`),
      target: entry.voids === undefined ? undefined : targets.get(entry.voids),
    });
    const at = Math.min(Date.parse(entry.counted_at), context.now.getTime());
    return {
      ...entry,
      counted_at: new Date(at).toISOString(),
      sku_id: found?.id ?? null,
      code_id: piece?.codeId ?? null,
      ...(piece && entry.kind !== 'void' ? { imperfect_type: piece.grade } : {}),
      ...verdict,
    };
  });
}

type Verdict = Pick<Judged, 'outcome' | 'reason'>;
type Place = Pick<CountEntry, 'zone' | 'round'> & {
  /** The office has said which goods it is, or has let it in. */
  decided?: boolean;
};

interface Goods {
  id: number;
  in_scope: boolean;
}

interface Zone {
  closed_at: string | null;
  /** When its round began, as far as is known. */
  began_at: string;
}

interface Surroundings {
  context: WriteContext;
  sheet: Sheet;
  found: Goods | Piece | undefined;
  /** The entry's zone in its round. */
  zone: Zone | undefined;
  zoneKnown: boolean;
  /** Does the present round ask for these goods? It asks for unknown ones: nobody can say otherwise. */
  asked: boolean;
  /** Where the entry stands that an un-count names. */
  target: Place | undefined;
}

function verdictOn(entry: CountEntry, surroundings: Surroundings): Verdict {
  const { context, sheet, found, zone, zoneKnown, asked } = surroundings;
  if (!zoneKnown) return { outcome: 'refused', reason: `盘点单没有库区 ${entry.zone}` };
  if (entry.kind === 'void') return verdictOnVoid(entry, surroundings);
  if (entry.round > sheet.round) return { outcome: 'refused', reason: `盘点单现在是第 ${sheet.round} 轮` };
  const isOne = entry.kind === 'add' && entry.qty === 1;
  if (isByCodes(sheet) && !isOne) return { outcome: 'refused', reason: '唯一码盘点请逐件读码，每个码计 1 件' };
  if (found && 'codeId' in found && !isOne) return { outcome: 'refused', reason: '唯一码是一件货的码，每个计 1 件' };
  if (found && !found.in_scope) return { outcome: 'refused', reason: '不在盘点范围内' };
  if (!isOpen(sheet)) return { outcome: 'late', reason: '到达时盘点单已提交或结束' };
  if (entry.round < sheet.round || !zone || zone.closed_at) return { outcome: 'late', reason: '到达时库区已关闭' };
  // Counted, it would replace a figure that stands, which nobody doubted (amendments A).
  if (!asked) return { outcome: 'late', reason: '本轮未要求复盘' };
  // A clock this wrong would put the count before its round, when nobody could count: nobody knows when it was made.
  if (Date.parse(entry.counted_at) < Date.parse(zone.began_at) - clockTolerance)
    return { outcome: 'late', reason: '设备时间早于本轮盘点开始' };
  if (Date.parse(entry.counted_at) > context.now.getTime() + clockTolerance)
    return { outcome: 'late', reason: '设备时间晚于现在' };
  if (!found) return { outcome: 'unknown', reason: isByCodes(sheet) ? '不是唯一码' : '未知条码' };
  if ('codeId' in found && found.elsewhere !== null) return { outcome: 'unknown', reason: found.elsewhere };
  return { outcome: 'accepted', reason: null };
}

// It stands where the entry stands that it takes back, or else it would reach into a zone or round that is over.
function verdictOnVoid(entry: CountEntry, { sheet, zone, target }: Surroundings): Verdict {
  if (!target) return { outcome: 'refused', reason: '要撤销的记录不存在' };
  if (target.zone !== entry.zone || target.round !== entry.round)
    return { outcome: 'refused', reason: '库区或轮次与要撤销的记录不同' };
  if (!isOpen(sheet) || entry.round !== sheet.round || !zone || zone.closed_at)
    return { outcome: 'late', reason: '撤销到达时库区已关闭' };
  // Whoever decided looked at the label: what a counter puts away unseen on a tablet does not undo that.
  if (target.decided) return { outcome: 'late', reason: '撤销到达时已认定为货品' };
  return { outcome: 'accepted', reason: null };
}

/** Goods by their barcodes, and pieces by their own codes where a text is no barcode. */
async function goodsAndPieces(
  context: WriteContext,
  sheet: Sheet,
  entries: readonly CountEntry[],
): Promise<Map<string, Goods | Piece>> {
  const goods = await goodsOf(context, sheet, entries);
  const others = entries.filter(({ barcode }) => !goods.has(barcode));
  return new Map<string, Goods | Piece>([
    ...goods,
    ...(others.length > 0 ? await piecesRead(context, sheet, others) : []),
  ]);
}

async function goodsOf(
  context: WriteContext,
  sheet: Sheet,
  entries: readonly CountEntry[],
): Promise<Map<string, { id: number; in_scope: boolean }>> {
  const codes = entries.map((entry) => entry.barcode);
  const { rows } = await sql<{ code: string; id: number; in_scope: boolean }>`
    select g.code, s.id, ${inScope(await readScope(context.db, sheet.id))} as in_scope from (${goodsByCode(codes, 'barcode')}) g
    join sku s on s.id = g.sku_id where ${isVisible(sku, context.actor, 's')}`.execute(context.db);
  return new Map(rows.map((row) => [row.code, row]));
}

async function zonesOf(context: WriteContext, id: number): Promise<Map<string, Zone>> {
  const { rows } = await sql<Zone & { round: number; code: string }>`
    select z.round, z.code, z.closed_at, b.at as began_at
    from stocktaking_zone z join (${roundStarts(id)}) b on b.round = z.round where z.stocktaking_id = ${id}`.execute(
    context.db,
  );
  return new Map(rows.map((row) => [`${row.round}/${row.code}`, row]));
}

// "SKU/grade" of what the present round asks for among these goods; undefined in the first round, which asks for everything.
async function askedAgain(
  context: WriteContext,
  { id, round }: Sheet,
  skuIds: readonly number[],
): Promise<Set<string> | undefined> {
  if (round === 1) return undefined;
  const { rows } = await sql<{ key: string }>`
    select sku_id || '/' || imperfect_type as key from stocktaking_recount
    where stocktaking_id = ${id} and round = ${round} and sku_id = any(${skuIds})`.execute(context.db);
  return new Set(rows.map((row) => row.key));
}

// Only an entry of the same stream can be taken back, and it may be in this very batch, before its un-count.
async function targetsOf(
  context: WriteContext,
  { id, device_id, entries }: { id: number; device_id: string; entries: readonly CountEntry[] },
): Promise<Map<string, Place>> {
  const named = entries.flatMap((entry) => (entry.kind === 'void' && entry.voids ? [entry.voids] : []));
  if (named.length === 0) return new Map();
  const { rows } = await sql<Place & { op_id: string }>`
    select c.op_id, c.zone, c.round, e.sku_id is not null as decided from stocktaking_count c left join stocktaking_exception e on e.count_id = c.id
    where c.op_id = any(${named}::uuid[]) and c.stocktaking_id = ${id} and c.device_id = ${device_id} and c.counter_id = ${context.actor.id} and c.kind <> 'void'`.execute(
    context.db,
  );
  const batch = entries.filter((entry) => entry.kind !== 'void');
  return new Map([...rows, ...batch].map((row) => [row.op_id, row]));
}
