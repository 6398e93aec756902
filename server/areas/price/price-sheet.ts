import { sql } from 'kysely';
import { passingPrices, priceSource, scopeOf } from '#contract/areas/price/price-enums.ts';
import { priceSheet } from '#contract/areas/price/price-sheet.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { SavedValues, Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { DocumentHooks, LockedDocument, Step } from '#server/kit/step.ts';
import { conflictsOf, conflictWords } from './conflicts.ts';
import { guardDistrict, passDistrict } from './districts.ts';
import { comeIntoForce, endPrices, takeBackPrices } from './in-force.ts';
import { concernedBy, type Placed } from './places.ts';
import { fillLines } from './sheet-lines.ts';

/** Sale price sheets: what is special about them (domain.md §4.2, amendments G17). */
export function servePriceSheet(kit: Kit): void {
  serveDocument(kit, priceSheet, priceSheetHooks(kit));
}

export const priceSheetHooks = (kit: Kit): DocumentHooks<typeof priceSheet> => ({
  derive: deriveSheet,
  after: (context, id, values) => fillLines(context.db, id, values),
  mayEdit: onlyOwn('只能修改自己的调价单'),
  transitions: {
    submit: { may: onlyOwn('只能提交自己的调价单'), guard: guardSubmit, effect: beginJudging },
    financeAudit: { guard: guardLosses },
    districtAudit: { guard: guardDistrict, prepare: passDistrict },
    commodityAudit: { guard: guardReach, effect: approve },
    comeIntoForce: { effect: (step) => comeIntoForce(kit, step) },
    end: { effect: (step) => endPrices(kit, step) },
    cancel: { may: onlyOwnOrManager },
    cancelInForce: { may: onlyPassing, effect: (step) => takeBackPrices(kit, step) },
  },
});

async function deriveSheet(context: WriteContext, values: SavedValues<typeof priceSheet>): Promise<Values> {
  const placed: Placed = values;
  return {
    ...(await concernedBy(context.db, placed)),
    need_district: placed.scope_type === scopeOf.districts || placed.scope_type === scopeOf.shops,
    // Who sees a part of the company applies; only who sees all of it changes prices on its own behalf.
    ...(context.actor.scope === 'everything' ? {} : { source: appliedFor }),
  };
}

const appliedFor = Number(Object.keys(priceSource)[1]);

const onlyOwn =
  (words: string) =>
  (actor: Actor, { created_by }: Values): Refusal | undefined =>
    created_by === actor.id ? undefined : new Refusal('forbidden', words);

/** The key of whoever passes sheets for the last time: they may also take back what others have done. */
const managerKey = 'price:commodityAudit';
const isManager = ({ permissions }: Actor): boolean => permissions.has(managerKey);

function onlyOwnOrManager(actor: Actor, { created_by }: LockedDocument<typeof priceSheet>): Refusal | undefined {
  if (created_by === actor.id || isManager(actor)) return undefined;
  return new Refusal('forbidden', '只能作废自己的调价单');
}

function onlyPassing(actor: Actor, { price_type }: LockedDocument<typeof priceSheet>): Refusal | undefined {
  if (!isManager(actor)) return new Refusal('forbidden', '已生效的调价单由商品经理作废');
  if (passingPrices.includes(price_type)) return undefined;
  return new Refusal('illegalTransition', '首次定价和永久调价生效后不能作废，请另行调价');
}

/** Minutes that a sheet may have been on somebody's screen while its time came. */
const grace = 5;

async function guardSubmit(step: Step<typeof priceSheet>): Promise<void> {
  const { context, document } = step;
  const from = Date.parse(document.effective_at);
  if (from < context.now.getTime() - grace * 60_000)
    throw new Refusal('invalid', '生效时间不能早于现在', 'effective_at');
  refuseOver(context, document);
  await refuseConflicts(step);
}

function refuseOver(context: WriteContext, { expire_at: to }: LockedDocument<typeof priceSheet>): void {
  if (to && Date.parse(to) <= context.now.getTime())
    throw new Refusal('invalid', '失效时间已过，请修改后再提交', 'expire_at');
}

/** The goods are locked first, in one order: of two sheets that are submitted at once one finds the other. */
async function refuseConflicts({ context, document, lines }: Step<typeof priceSheet>): Promise<void> {
  const all = await lines();
  const ids = all.map(({ sku_id }) => sku_id);
  await sql`select 1 from sku where id = any(${ids}::bigint[]) order by id for no key update`.execute(context.db);
  const conflicts = await conflictsOf(context, document, ids);
  const place = all.findIndex(({ sku_id }) => conflicts.has(sku_id));
  const line = all[place];
  const conflict = line && conflicts.get(line.sku_id);
  if (!conflict) return;
  const more = conflicts.size > 1 ? `，另有 ${conflicts.size - 1} 个货品也有冲突` : '';
  throw new Refusal('invalid', `第 ${place + 1} 行${conflictWords(conflict)}${more}`, `lines.${place}.sku_id`);
}

async function beginJudging({ context, document, lines }: Step<typeof priceSheet>): Promise<Values> {
  await sql`delete from price_sheet_district where price_sheet_id = ${document.id}`.execute(context.db);
  // Prices and costs have gone on since the draft was written: what is judged is what holds now.
  await fillLines(context.db, document.id, document);
  const left = document.need_district ? document.concerned_organize_ids.length : 0;
  return { districts_left: left, sku_count: (await lines()).length, approved_at: null };
}

/** Who lets goods go for less than they cost, or for what nobody can compare with a cost, says why (amendments H3). */
async function guardLosses({ input, rejects, lines }: Step<typeof priceSheet>): Promise<void> {
  if (rejects || input.remark) return;
  const all = await lines();
  const losing = all.filter(({ margin_bp: margin }) => typeof margin === 'number' && margin < 0);
  if (losing.length > 0)
    throw new Refusal('invalid', `${losing.length} 个货品的新售价低于成本，通过时请填写审核意见`, 'remark');
  const unknown = all.filter(({ cost_price: cost }) => typeof cost !== 'number');
  if (unknown.length > 0)
    throw new Refusal('invalid', `${unknown.length} 个货品无成本，毛利无法核对，通过时请填写审核意见`, 'remark');
}

async function guardReach(step: Step<typeof priceSheet>): Promise<void> {
  if (step.rejects) return;
  refuseOver(step.context, step.document);
  await refuseConflicts(step);
}

async function approve({ context, rejects }: Step<typeof priceSheet>): Promise<Values> {
  return rejects ? {} : { approved_at: context.now.toISOString() };
}
