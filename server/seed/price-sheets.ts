import { sql } from 'kysely';
import { limitedPrice, scopeOf } from '#contract/areas/price/price-enums.ts';
import { priceSheet } from '#contract/areas/price/price-sheet.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { verdict } from '#contract/kit/transition.ts';
import { servePriceSheet } from '#server/areas/price/price-sheet.ts';
import { Chance } from './chance.ts';
import { openClerks } from './clerks.ts';
import type { SeedStep } from './context.ts';

type Until = 'draft' | 'department' | 'finance' | 'district' | 'commodity' | 'approved' | 'rejected' | 'cancelled';

interface Plan {
  readonly until: Until;
  /** For two shops instead of the whole company, so that their district judges it. */
  readonly shops?: true;
  /** Days from the load on which it begins, and ends where it does; one whose day is past comes into force as soon as the server runs. */
  readonly from: number;
  readonly to?: number;
}

const plans: readonly Plan[] = [
  { until: 'approved', from: -6 },
  { until: 'approved', from: -5 },
  { until: 'approved', from: -4, shops: true },
  { until: 'approved', from: -5, to: 9 },
  { until: 'approved', from: -6, to: -1 },
  { until: 'approved', from: -4, to: -1 },
  { until: 'approved', from: 3 },
  { until: 'approved', from: 7, to: 14 },
  { until: 'draft', from: 4 },
  { until: 'draft', from: 6, to: 13 },
  { until: 'department', from: 4 },
  { until: 'department', from: 5, to: 12 },
  { until: 'finance', from: 5 },
  { until: 'finance', from: 6, shops: true },
  { until: 'district', from: 5, shops: true },
  { until: 'district', from: 7, shops: true },
  { until: 'commodity', from: 4 },
  { until: 'commodity', from: 8, shops: true },
  { until: 'rejected', from: 3 },
  { until: 'rejected', from: 5, to: 8 },
  { until: 'cancelled', from: 4 },
  { until: 'cancelled', from: 6 },
  { until: 'approved', from: 10 },
  { until: 'department', from: 9 },
];

/**
 * Twenty-four price sheets that stand in every state (domain.md §13.7), each about one style: a tenth off what it is sold at, for good or for some days,
 * for the company or for two shops. The prices that they are about must be there.
 */
export async function seedPriceSheets(step: SeedStep): Promise<void> {
  const chance = new Chance(20_260_353);
  const clerks = openClerks(step, { chance, serve: [servePriceSheet] });
  const styles = await stylesOf(step);
  const { rows: shops } = await sql<{ id: number }>`select id from shop where type = 1 order by id limit 2`.execute(
    step.tx,
  );
  const dayOf = (days: number) => new Date(step.now.getTime() + days * 86_400_000).toISOString();
  for (const [index, { until, shops: forShops, from, to }] of plans.entries()) {
    const goods = styles[index];
    if (!goods) throw new Error('the demo company has too few styles with prices');
    clerks.begin(8);
    const { id } = await clerks.ask('goods', callsOf(priceSheet).add, {
      price_type: to === undefined ? 2 : limitedPrice,
      ...(forShops ? { scope_type: scopeOf.shops, shop_ids: shops.map((shop) => shop.id) } : { scope_type: 1 }),
      effective_at: dayOf(from),
      ...(to === undefined ? {} : { expire_at: dayOf(to) }),
      reason: chance.one(['换季清仓，逐步下调', '同城竞品降价，跟随调整', '周末活动预热价', '库龄超过九十天']),
      lines: goods.pieces.map(({ sku_id, price }) => ({ sku_id, new_price: lower(price) })),
    } as never);
    const take = (by: string, name: string, input: object = {}) =>
      clerks.ask(by, transitionCall(priceSheet, name), { id, ...input });
    const passes = { result: verdict.pass, remark: '毛利可接受，同意' };
    if (until === 'draft') continue;
    await take('goods', 'submit');
    if (until === 'cancelled') await take('goods', 'cancel', { reason: '与活动方案重复，重新提交' });
    if (until === 'rejected')
      await take('buyMgr', 'departmentAudit', { result: verdict.reject, remark: '降幅与库龄不符，请说明' });
    if (until === 'department' || until === 'cancelled' || until === 'rejected') continue;
    await take('buyMgr', 'departmentAudit', passes);
    if (until === 'finance') continue;
    await take('finMgr', 'financeAudit', passes);
    if (until === 'district') continue;
    if (forShops) await take('district', 'districtAudit', passes);
    if (until === 'approved') await take('goodsMgr', 'commodityAudit', passes);
  }
}

/** Nine tenths, in whole yuan. */
const lower = (price: number): number => Math.max(100, Math.round((price * 0.9) / 100) * 100);

interface Priced {
  readonly pieces: readonly { readonly sku_id: number; readonly price: number }[];
}

/** Styles on sale with one price everywhere and none that passes, the newest first, with what each piece costs a customer. */
async function stylesOf({ tx }: SeedStep): Promise<Priced[]> {
  const { rows } = await sql<Priced>`
    select jsonb_agg(jsonb_build_object('sku_id', k.id, 'price', p.price) order by k.id) as pieces
    from spu s join sku k on k.spu_id = s.id join sale_price p on p.sku_id = k.id and p.price_type = 1
    where s.status = 1 and not exists (
      select 1 from sale_price o join sku l on l.id = o.sku_id where l.spu_id = s.id and o.price_type <> 1)
    group by s.id order by s.id desc limit ${plans.length}`.execute(tx);
  return rows;
}
