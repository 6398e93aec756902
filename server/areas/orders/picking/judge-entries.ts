import { sql } from 'kysely';
import type { AllotAnswer } from '#contract/areas/allocation/allot-entry.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import type { OutEntry } from '#contract/areas/orders/out-entry.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { goodsByCode } from '#server/kit/goods-by-code.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { isSurelyAfter } from '#server/kit/surely-after.ts';
import { closedTo, goodsOfPieces, type Picked, readPicked, type Work } from './hold-work.ts';
import { type ScannedPiece, type ScannedPieces, scannedPieces } from './pieces.ts';

/** An entry with the server's word on it; its grade is the one it counts in. */
export interface Judged extends OutEntry {
  sku_id: number | null;
  /** The piece, where it was scanned by its own code. */
  code_id: number | null;
  statement: number;
  outcome: AllotAnswer['outcome'];
  reason: string | null;
}

type Verdict = Pick<Judged, 'sku_id' | 'code_id' | 'imperfect_type' | 'statement' | 'outcome' | 'reason'>;

/** What a taking-back names. */
interface Target extends Pick<Judged, 'qty' | 'sku_id' | 'code_id' | 'imperfect_type' | 'statement' | 'outcome'> {
  /** Somebody said what it is, or that it is nothing. */
  readonly decided: boolean;
  voided: boolean;
}

interface Found {
  readonly id: number;
  readonly sku_no: string;
}

interface Surroundings {
  readonly now: Date;
  readonly work: Work;
  readonly picked: Picked;
  readonly pieces: ScannedPieces;
}

/** Says of pieces and takings-back, in order, what becomes of each; nothing is written yet. */
export async function judgeEntries(
  kit: Pick<Kit, 'policies'>,
  context: WriteContext,
  { work, device_id, entries }: { work: Work; device_id: string; entries: readonly OutEntry[] },
): Promise<Judged[]> {
  const goods = await goodsOf(context, entries);
  const targets = await targetsOf(context, work, { device_id, entries });
  const picked = await readPicked(context.db, work.id);
  const others = entries.flatMap(({ kind, barcode }) => (kind === 'add' && !goods.has(barcode) ? barcode : []));
  const pieces = await scannedPieces(kit, context, { work, goods: picked.goods, texts: others });
  const at: Surroundings = { now: context.now, work, picked, pieces };
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

function onAdd(entry: OutEntry, found: Found | undefined, { now, work, picked, pieces }: Surroundings): Verdict {
  const piece = found ? undefined : pieces.byText.get(entry.barcode);
  const goods = found ?? (piece && { id: piece.skuId, sku_no: piece.skuNo });
  const { imperfect_type: seen } = entry;
  const nothing = { sku_id: goods?.id ?? null, code_id: null, imperfect_type: seen, statement: 0 };
  const say = (outcome: Verdict['outcome'], reason: string): Verdict => ({ ...nothing, outcome, reason });
  const closed = closedTo(work);
  if (closed) return say('late', `到达时${closed}`);
  if (!goods) return say('unknown', '未知条码');
  if (piece && entry.qty > 1) return say('refused', `唯一码 ${piece.uniqueCode} 只是一件`);
  if (piece?.read) return say('refused', `唯一码 ${piece.uniqueCode} 已扫过`);
  if (piece?.why) return say('unknown', piece.why);
  const wanted = goodsOfPieces(picked, { skuId: goods.id, grade: gradeOf(piece, seen) });
  if (!wanted) return say('unknown', `${goods.sku_no} 不在此出库单中，或品级不符`);
  if (!isSurelyAfter(entry, picked.stated_at, now)) return say('late', '扫描之后，此单已在电脑上拣货');
  const { counted, plan_qty: plan } = wanted;
  if (counted + entry.qty > plan)
    return say('refused', `${goods.sku_no} 应拣 ${plan} 件，已拣 ${counted} 件，多出的请放回货架`);
  wanted.counted += entry.qty;
  if (piece) piece.read = true;
  return {
    sku_id: goods.id,
    code_id: piece?.id ?? null,
    imperfect_type: wanted.imperfect_type,
    statement: picked.times,
    outcome: 'accepted',
    reason: null,
  };
}

// A piece is of the grade that its code says, unless somebody has seen another.
const gradeOf = (piece: ScannedPiece | undefined, seen: number): number =>
  piece && seen === 0 ? piece.imperfectType : seen;

function onVoid(entry: OutEntry, target: Target | undefined, { now, work, picked, pieces }: Surroundings): Verdict {
  const { imperfect_type: seen } = target ?? entry;
  const said = {
    sku_id: target?.sku_id ?? null,
    code_id: null,
    imperfect_type: seen,
    statement: target?.statement ?? 0,
  };
  const say = (outcome: Verdict['outcome'], reason: string): Verdict => ({ ...said, outcome, reason });
  if (!target) return say('refused', '要撤销的记录不存在');
  if (target.voided) return say('refused', '已经撤销过');
  if (target.decided) return say('late', '撤销到达时已有人认定这条记录');
  if (target.outcome === 'accepted') {
    const closed = closedTo(work);
    if (closed) return say('late', `撤销到达时${closed}`);
    if (picked.times > target.statement || !isSurelyAfter(entry, picked.stated_at, now))
      return say('late', '撤销到达时此单已在电脑上拣货');
    const counted = picked.goods.find((one) => one.sku_id === target.sku_id && one.imperfect_type === seen);
    if (!counted) return say('late', '撤销到达时此货品已不在单上');
    counted.counted -= target.qty;
  }
  target.voided = true;
  const { code_id } = target;
  const piece = code_id === null ? undefined : pieces.byId.get(code_id);
  // Put back, it may be scanned again.
  if (piece) piece.read = false;
  return { ...said, code_id, outcome: 'accepted', reason: null };
}

async function goodsOf(context: WriteContext, entries: readonly OutEntry[]): Promise<Map<string, Found>> {
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
  { device_id, entries }: { device_id: string; entries: readonly OutEntry[] },
): Promise<Map<string, Target>> {
  const named = entries.flatMap(({ voids }) => voids ?? []);
  if (named.length === 0) return new Map();
  const { rows } = await sql<Target & { op_id: string }>`
    select e.op_id, e.qty, e.sku_id, e.code_id, e.imperfect_type, e.statement, e.outcome, d.op_id is not null as decided,
      exists (select 1 from order_out_entry v where v.voids = e.op_id and v.outcome = 'accepted') as voided
    from order_out_entry e left join order_out_entry_decision d on d.op_id = e.op_id
    where e.op_id = any(${named}::uuid[]) and e.order_out_id = ${work.id} and e.device_id = ${device_id} and e.counter_id = ${actor.id}
      and e.kind = 'add'`.execute(db);
  return new Map(rows.map(({ op_id, ...target }) => [op_id, target]));
}
