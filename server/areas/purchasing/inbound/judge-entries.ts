import { sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import type { InboundAnswer, InboundEntry } from '#contract/areas/purchasing/inbound-entry.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { goodsByCode } from '#server/kit/goods-by-code.ts';
import { isSurelyAfter } from '#server/kit/surely-after.ts';
import { type Counts, type HeldBatch, isCountable, readCounts } from './batch-counts.ts';
import { comingPieces } from './coming-pieces.ts';

/** An entry with the server's word on it. */
export interface Judged extends InboundEntry {
  sku_id: number | null;
  /** The piece, where its own code was read. */
  code_id: number | null;
  outcome: InboundAnswer['outcome'];
  reason: string | null;
}

type Verdict = Pick<Judged, 'sku_id' | 'code_id' | 'outcome' | 'reason'>;

/** What a taking-back names. */
interface Target
  extends Pick<
    Judged,
    'barcode' | 'imperfect_type' | 'production_date' | 'expire_at' | 'qty' | 'sku_id' | 'code_id' | 'outcome'
  > {
  readonly received_at: string;
  /** Somebody said what it is, or that it is nothing. */
  readonly decided: boolean;
  voided: boolean;
}

interface Found {
  readonly id: number;
  readonly sku_no: string;
}

/** Says of each new entry, in order, what becomes of it; what counts is added to the counts of the batch, and not yet written. */
export async function judgeEntries(
  context: WriteContext,
  batch: HeldBatch,
  { device_id, entries }: { device_id: string; entries: readonly InboundEntry[] },
): Promise<{ judged: Judged[]; counts: Counts }> {
  const goods = await goodsOf(context, entries);
  const targets = await targetsOf(context, batch, { device_id, entries });
  const others = entries.flatMap(({ kind, barcode }) => (goods.has(barcode) || kind !== 'add' ? [] : barcode));
  const backs = [...targets.values()].flatMap(({ barcode }) => barcode);
  const pieces = await comingPieces(context, batch, [...others, ...backs]);
  const known = [
    ...[...goods.values()].map(({ id }) => id),
    ...[...pieces.byId.values()].map(({ skuId }) => skuId),
    ...[...targets.values()].flatMap(({ sku_id }) => sku_id ?? []),
  ];
  const counts = await readCounts(context, batch.id, known);
  const stated = await statedOf(context, batch, known);
  const judged = entries.map((entry): Judged => {
    const at = { context, batch, counts, stated, pieces };
    const verdict = {
      add: () => onAdd(entry, { ...at, found: goods.get(entry.barcode) }),
      void: () => onVoid(targets.get(entry.voids ?? ''), at),
      // Of no figure: whatever became of the batch meanwhile, nobody has to decide on it.
      done: (): Verdict => ({ sku_id: null, code_id: null, outcome: 'accepted', reason: null }),
    }[entry.kind]();
    if (entry.kind === 'add' && verdict.outcome !== 'refused')
      targets.set(entry.op_id, {
        ...entry,
        ...verdict,
        received_at: context.now.toISOString(),
        decided: false,
        voided: false,
      });
    return { ...entry, ...verdict };
  });
  return { judged, counts };
}

interface Surroundings {
  context: WriteContext;
  batch: HeldBatch;
  counts: Counts;
  /** When goods were last counted at a desk. */
  stated: ReadonlyMap<number, number>;
  pieces: Awaited<ReturnType<typeof comingPieces>>;
}

function onAdd(
  entry: InboundEntry,
  { context, batch, counts, stated, pieces, found: goods }: Surroundings & { found: Found | undefined },
): Verdict {
  const { production_date, expire_at } = entry;
  const piece = goods ? undefined : pieces.byText.get(entry.barcode);
  const found = goods ?? (piece && { id: piece.skuId, sku_no: piece.skuNo });
  const sku_id = found?.id ?? null;
  const say = (outcome: Verdict['outcome'], reason: string): Verdict => ({ sku_id, code_id: null, outcome, reason });
  if (production_date !== null && expire_at !== null && expire_at <= production_date)
    return say('refused', '到期日期应晚于生产日期');
  if (!isCountable(batch)) return say('late', '到达时批次已提交或结束');
  if (!found) return say('unknown', '未知条码');
  if (piece && entry.qty > 1) return say('refused', `唯一码 ${piece.uniqueCode} 只是一件`);
  if (piece?.read) return say('refused', `唯一码 ${piece.uniqueCode} 已清点过`);
  if (piece?.why) return say('unknown', piece.why);
  if (!counts.has(found.id)) return say('unknown', `${found.sku_no} 不在此批次的应收明细中`);
  const statedAt = stated.get(found.id);
  if (!isSurelyAfter(entry, statedAt ?? null, context.now)) return say('late', '扫描之后，此货品已在电脑上清点');
  counts.add(found.id, entry);
  if (piece) piece.read = true;
  return { sku_id, code_id: piece?.id ?? null, outcome: 'accepted', reason: null };
}

function onVoid(target: Target | undefined, { batch, counts, stated, pieces }: Surroundings): Verdict {
  const sku_id = target?.sku_id ?? null;
  const say = (outcome: Verdict['outcome'], reason: string): Verdict => ({ sku_id, code_id: null, outcome, reason });
  if (!target) return say('refused', '要撤销的记录不存在');
  if (target.voided) return say('refused', '已经撤销过');
  if (target.decided) return say('late', '撤销到达时已有人认定这条记录');
  if (target.outcome === 'accepted') {
    if (!isCountable(batch)) return say('late', '撤销到达时批次已提交或结束');
    const statedAt = stated.get(sku_id ?? 0);
    if (statedAt !== undefined && statedAt >= Date.parse(target.received_at))
      return say('late', '撤销到达时此货品已在电脑上清点');
    if (!counts.add(sku_id ?? 0, { ...target, qty: -target.qty }))
      return say('late', '撤销到达时此货品的数量已另行更改');
  }
  target.voided = true;
  const code_id = target?.code_id ?? null;
  const piece = code_id === null ? undefined : pieces.byId.get(code_id);
  // Put back, it may be read again.
  if (piece) piece.read = false;
  return { sku_id, code_id, outcome: 'accepted', reason: null };
}

async function goodsOf(context: WriteContext, entries: readonly InboundEntry[]): Promise<Map<string, Found>> {
  const codes = entries.map(({ barcode }) => barcode);
  const { rows } = await sql<Found & { code: string }>`
    select g.code, s.id, s.sku_no from (${goodsByCode(codes, 'barcode')}) g
    join sku s on s.id = g.sku_id where ${isVisible(sku, context.actor, 's')}`.execute(context.db);
  return new Map(rows.map(({ code, ...found }) => [code, found]));
}

// Nobody takes back what another person or device has counted.
async function targetsOf(
  { actor, db }: WriteContext,
  batch: HeldBatch,
  { device_id, entries }: { device_id: string; entries: readonly InboundEntry[] },
): Promise<Map<string, Target>> {
  const named = entries.flatMap(({ voids }) => voids ?? []);
  if (named.length === 0) return new Map();
  const { rows } = await sql<Target & { op_id: string }>`
    select e.op_id, e.barcode, e.imperfect_type, e.production_date, e.expire_at, e.qty, e.sku_id, e.code_id, e.outcome, e.received_at, d.op_id is not null as decided,
      exists (select 1 from in_ware_batch_entry v where v.voids = e.op_id and v.outcome = 'accepted') as voided
    from in_ware_batch_entry e left join in_ware_batch_entry_decision d on d.op_id = e.op_id
    where e.op_id = any(${named}::uuid[]) and e.in_ware_batch_id = ${batch.id} and e.device_id = ${device_id} and e.counter_id = ${actor.id} and e.kind = 'add'`.execute(
    db,
  );
  return new Map(rows.map(({ op_id, ...target }) => [op_id, target]));
}

async function statedOf({ db }: WriteContext, batch: HeldBatch, skuIds: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ sku_id: number; stated_at: string }>`
    select sku_id, stated_at from in_ware_batch_stated where in_ware_batch_id = ${batch.id} and sku_id = any(${skuIds}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map(({ sku_id, stated_at }) => [sku_id, Date.parse(stated_at)]));
}
