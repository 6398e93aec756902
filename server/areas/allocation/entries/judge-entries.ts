import { sql } from 'kysely';
import { type AllotAnswer, type AllotEntry, lineOfPieces } from '#contract/areas/allocation/allot-entry.ts';
import { outState } from '#contract/areas/allocation/allot-enums.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { outOrder } from '#contract/areas/warehouse/stock-rule.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { goodsByCode } from '#server/kit/goods-by-code.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { isSurelyAfter } from '#server/kit/surely-after.ts';
import { type ScannedPiece, type ScannedPieces, scannedPieces } from '../pieces/scanned-pieces.ts';
import { closedTo, sideOf, type Work } from './hold-work.ts';
import { readLines, type WorkLine } from './work-lines.ts';

/** An entry with the server's word on it. */
export interface Judged extends AllotEntry {
  sku_id: number | null;
  line_id: number | null;
  /** The piece, where it was scanned by its own code. */
  code_id: number | null;
  statement: number;
  outcome: AllotAnswer['outcome'];
  reason: string | null;
}

type Verdict = Pick<Judged, 'sku_id' | 'line_id' | 'code_id' | 'statement' | 'outcome' | 'reason'>;

/** What a taking-back names. */
interface Target extends Pick<Judged, 'qty' | 'sku_id' | 'line_id' | 'code_id' | 'statement' | 'outcome'> {
  /** Somebody said what it is, or that it is nothing. */
  readonly decided: boolean;
  voided: boolean;
}

interface Found {
  readonly id: number;
  readonly sku_no: string;
}

interface Surroundings {
  readonly context: WriteContext;
  readonly work: Work;
  readonly lines: readonly WorkLine[];
  readonly pieces: ScannedPieces;
}

/** Says of pieces and takings-back, in order, what becomes of each; nothing is written yet. */
export async function judgeEntries(
  kit: Pick<Kit, 'policies'>,
  context: WriteContext,
  { work, device_id, entries }: { work: Work; device_id: string; entries: readonly AllotEntry[] },
): Promise<Judged[]> {
  const goods = await goodsOf(context, entries);
  const targets = await targetsOf(context, work, { device_id, entries });
  const lines = await readLines(kit, context.db, work);
  const others = entries.flatMap(({ kind, barcode }) => (kind === 'add' && !goods.has(barcode) ? barcode : []));
  const pieces = await scannedPieces(kit, context, { work, lines, texts: others });
  const at: Surroundings = { context, work, lines, pieces };
  return entries.map((entry): Judged => {
    const verdict =
      entry.kind === 'void'
        ? onVoid(entry, targets.get(entry.voids ?? ''), at)
        : onAdd(entry, goods.get(entry.barcode), at);
    if (entry.kind === 'add' && verdict.outcome !== 'refused')
      targets.set(entry.op_id, { ...verdict, qty: entry.qty, decided: false, voided: false });
    return { ...entry, ...verdict };
  });
}

function onAdd(entry: AllotEntry, found: Found | undefined, { context, work, lines, pieces }: Surroundings): Verdict {
  const piece = found ? undefined : pieces.byText.get(entry.barcode);
  const goods = found ?? (piece && { id: piece.skuId, sku_no: piece.skuNo });
  const nothing = { sku_id: goods?.id ?? null, line_id: null, code_id: null, statement: 0 };
  const say = (outcome: Verdict['outcome'], reason: string): Verdict => ({ ...nothing, outcome, reason });
  const closed = closedTo(work);
  if (closed) return say('late', `到达时${closed}`);
  if (!goods) return say('unknown', '未知条码');
  if (piece && entry.qty > 1) return say('refused', `唯一码 ${piece.uniqueCode} 只是一件`);
  if (piece?.read) return say('refused', `唯一码 ${piece.uniqueCode} 已扫过`);
  if (piece?.why) return say('unknown', piece.why);
  const grade = piece ? gradeOfPiece(work, piece, entry) : entry.imperfect_type;
  const line = lineOfPieces(lines, { end: work.end, skuId: goods.id, grade });
  if (!line) return say('unknown', `${goods.sku_no} 不在此调拨单中，或品级不符`);
  if (work.end === 'out') {
    if (!isSurelyAfter(entry, line.stated_at, context.now)) return say('late', '扫描之后，此货品已在电脑上拣货');
    if (!isSurelyAfter(entry, packedAt(work), context.now)) return say('late', '扫描之后，此单已装箱');
    const { counted, plan_qty: plan } = line;
    if (counted + entry.qty > plan)
      return say('refused', `${goods.sku_no} 应拣 ${plan} 件，已拣 ${counted} 件，多出的请放回货架`);
    const wrong = whyNotOfBatch(line, goods.sku_no, entry.qty);
    if (wrong) return say('refused', wrong);
  }
  line.counted += entry.qty;
  if (piece) piece.read = true;
  const code_id = piece?.id ?? null;
  return { sku_id: goods.id, line_id: line.line_id, code_id, statement: line.times, outcome: 'accepted', reason: null };
}

/** A rule lets the goods of a line go by their batch alone, and nobody has named one. */
export const isBatchWanted = ({ stock_batch_id, out_order }: Pick<WorkLine, 'stock_batch_id' | 'out_order'>): boolean =>
  stock_batch_id === null && out_order === outOrder.named;

/** Pieces that a rule lets go by their batch alone are picked once somebody has named it, and no more of it than there are. */
export function whyNotOfBatch(line: WorkLine, goods: string, qty: number): string | undefined {
  const { stock_batch_id, batch_no, batch_most, counted } = line;
  if (stock_batch_id === null)
    return isBatchWanted(line) ? `${goods} 按库存规则须指定批次出库，请在电脑上拣货并指定批次` : undefined;
  if (counted + qty <= Number(batch_most)) return undefined;
  return `${goods} 指定的批次 ${batch_no} 只有 ${batch_most} 件，已拣 ${counted} 件，多出的请放回货架`;
}

// A piece is of the grade that its code says; at the receiver it may be damaged since.
const gradeOfPiece = ({ end }: Work, { imperfectType }: ScannedPiece, { imperfect_type: seen }: AllotEntry): number =>
  end === 'into' || seen === 0 || seen === imperfectType ? imperfectType : seen;

function onVoid(
  entry: AllotEntry,
  target: Target | undefined,
  { context, work, lines, pieces }: Surroundings,
): Verdict {
  const said = { sku_id: target?.sku_id ?? null, line_id: null, code_id: null, statement: target?.statement ?? 0 };
  const say = (outcome: Verdict['outcome'], reason: string): Verdict => ({ ...said, outcome, reason });
  if (!target) return say('refused', '要撤销的记录不存在');
  if (target.voided) return say('refused', '已经撤销过');
  if (target.decided) return say('late', '撤销到达时已有人认定这条记录');
  if (target.outcome === 'accepted') {
    const closed = closedTo(work);
    if (closed) return say('late', `撤销到达时${closed}`);
    const line = lines.find(({ line_id }) => line_id === target.line_id);
    if (!line || line.times > target.statement) return say('late', '撤销到达时此货品已在电脑上拣货');
    if (!isSurelyAfter(entry, packedAt(work), context.now)) return say('late', '撤销到达时此单已装箱');
    line.counted -= target.qty;
  }
  target.voided = true;
  const { code_id } = target;
  const piece = code_id === null ? undefined : pieces.byId.get(code_id);
  // Put back, it may be scanned again.
  if (piece) piece.read = false;
  return { ...said, line_id: target.line_id, code_id, outcome: 'accepted', reason: null };
}

// Cartons that are packed are opened for what is surely done after that, as at a desk, and for nothing else.
const packedAt = ({ end, out }: Work): string | null =>
  end === 'out' && out?.status === outState.packed ? out.packed_at : null;

async function goodsOf(context: WriteContext, entries: readonly AllotEntry[]): Promise<Map<string, Found>> {
  const codes = entries.flatMap(({ kind, barcode }) => (kind === 'add' ? barcode : []));
  const { rows } = await sql<Found & { code: string }>`
    select g.code, s.id, s.sku_no from (${goodsByCode(codes, 'barcode')}) g
    join sku s on s.id = g.sku_id where ${isVisible(sku, context.actor, 's')}`.execute(context.db);
  return new Map(rows.map(({ code, ...found }) => [code, found]));
}

// Nobody takes back what another person or device has counted.
async function targetsOf(
  { actor, db }: WriteContext,
  work: Work,
  { device_id, entries }: { device_id: string; entries: readonly AllotEntry[] },
): Promise<Map<string, Target>> {
  const named = entries.flatMap(({ voids }) => voids ?? []);
  if (named.length === 0) return new Map();
  const { rows } = await sql<Target & { op_id: string }>`
    select e.op_id, e.qty, e.sku_id, e.line_id, e.code_id, e.statement, e.outcome, d.op_id is not null as decided,
      exists (select 1 from allot_entry v where v.voids = e.op_id and v.outcome = 'accepted') as voided
    from allot_entry e left join allot_entry_decision d on d.op_id = e.op_id
    where e.op_id = any(${named}::uuid[]) and e.allot_id = ${work.id} and e.side = ${sideOf(work.end)}
      and e.device_id = ${device_id} and e.counter_id = ${actor.id} and e.kind = 'add'`.execute(db);
  return new Map(rows.map(({ op_id, ...target }) => [op_id, target]));
}
