import { sql } from 'kysely';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { batchState } from '#contract/areas/purchasing/inbound-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import { takeSteps } from '#server/kit/take-step.ts';
import { totalsOf } from './batch-lines.ts';
import { addTo, type Figure, type Figures, spread } from './count-figures.ts';
import { writeCounts } from './count-goods.ts';

/** A batch as those who count it with tablets find it, held until their transaction ends. */
export interface HeldBatch {
  readonly id: number;
  readonly status: number;
  readonly warehouseId: number;
}

/** Holds a batch inside the caller's data scope; refuses with `notFound` for any other. */
export async function holdBatch(context: WriteContext, id: number): Promise<HeldBatch> {
  const [found] = await lockRecords(context, inWareBatch, [id]);
  if (!found) throw new Refusal('notFound');
  return { id, status: found.status, warehouseId: found.warehouse_id };
}

/** Is somebody at the dock counting it? */
export const isCountable = ({ status }: Pick<HeldBatch, 'status'>): boolean => countable.includes(status);

export const countable: readonly number[] = [batchState.toCount, batchState.counting, batchState.rejected];

/** What was counted of some goods of a batch, to be added to and written in one go. */
export interface Counts {
  /** Whether these goods are in the batch. */
  has(skuId: number): boolean;
  /** Adds pieces of some goods, or takes some away; false where there are not so many. */
  add(skuId: number, figure: Figure): boolean;
  /** Writes what was changed; the batch is being counted from now on. */
  write(context: WriteContext, batch: HeldBatch): Promise<void>;
}

interface Goods {
  readonly roots: { id: number; plan_qty: number }[];
  readonly figures: Figures;
  changed: boolean;
}

const newGoods = (): Goods => ({ roots: [], figures: new Map(), changed: false });

/** Reads what was counted of goods of a batch that is held. */
export async function readCounts({ db }: WriteContext, batchId: number, skuIds: readonly number[]): Promise<Counts> {
  const { rows } = await sql<
    Figure & { id: number; root: boolean; sku_id: number; plan_qty: number; qty: number | null }
  >`
    select id, split_of_id is null as root, sku_id, plan_qty, count_qty as qty, imperfect_type, production_date, expire_at
    from in_ware_batch_detail where in_ware_batch_id = ${batchId} and sku_id = any(${[...skuIds]}::bigint[]) order by id`.execute(
    db,
  );
  const bySku = new Map<number, Goods>();
  for (const { id, root, sku_id, plan_qty, qty, imperfect_type, production_date, expire_at } of rows) {
    const goods = bySku.get(sku_id) ?? newGoods();
    bySku.set(sku_id, goods);
    if (root) goods.roots.push({ id, plan_qty });
    if (qty) addTo(goods.figures, { imperfect_type, production_date, expire_at, qty });
  }
  return {
    has: (skuId) => bySku.has(skuId),
    add(skuId, figure) {
      const goods = bySku.get(skuId);
      if (!goods || !addTo(goods.figures, figure)) return false;
      goods.changed = true;
      return true;
    },
    async write(context, batch) {
      const changed = [...bySku].filter(([, goods]) => goods.changed);
      if (changed.length === 0) return;
      await writeCounts(
        context,
        batch.id,
        changed.flatMap(([, { roots, figures }]) => spread(roots, figures.values())),
      );
      const emptied = changed.filter(([, { figures }]) => figures.size === 0);
      await forget(
        context,
        batch.id,
        emptied.map(([skuId]) => skuId),
      );
      await noteCounted(context, batch);
    },
  };
}

/** Of what was scanned and taken back again nobody has said that none came, unless somebody did at a desk. */
async function forget({ db }: WriteContext, batchId: number, skuIds: number[]): Promise<void> {
  if (skuIds.length === 0) return;
  await sql`
    update in_ware_batch_detail d set count_qty = null, counted_by = null, counted_at = null
    where in_ware_batch_id = ${batchId} and sku_id = any(${skuIds}::bigint[]) and not exists (
      select 1 from in_ware_batch_stated s where s.in_ware_batch_id = d.in_ware_batch_id and s.sku_id = d.sku_id
    )`.execute(db);
}

/**
 * The totals of a batch follow its lines. Its history tells that counting began, not each scan: who scanned what stands in the entries.
 * Its version stays, so that whoever adds goods to it at a desk meanwhile can save.
 */
async function noteCounted(context: WriteContext, { id, status }: HeldBatch): Promise<void> {
  const totals = await totalsOf(context.db, id);
  if (status !== batchState.counting) {
    const effect = () => Promise.resolve(totals);
    await takeSteps(context, {
      definition: inWareBatch,
      names: ['count'],
      input: { id },
      hooks: { transitions: { count: { effect } } },
    });
    return;
  }
  const { actor, db, now } = context;
  await sql`
    update in_ware_batch set plan_qty = ${totals.plan_qty}, count_qty = ${totals.count_qty}, imperfect_qty = ${totals.imperfect_qty},
      updated_by = ${actor.id}, updated_at = ${now.toISOString()} where id = ${id}`.execute(db);
}
