import { sql } from 'kysely';
import { periodTypes, sharingShops } from '#contract/areas/cashier/cashier-enums.ts';
import { shopBill } from '#contract/areas/cashier/shop-bill.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument } from '#server/kit/create-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { figuresOf } from './figures.ts';
import { type Span, spanOf } from './period.ts';
import { type BilledShop, writeLines } from './write-lines.ts';

interface Asked {
  readonly shop_ids: readonly number[];
  readonly period_type: number;
  readonly period: string;
}

interface Shop {
  readonly id: number;
  readonly name: string;
  readonly type: number;
  readonly share_rate_bp: number | null;
}

/**
 * A bill of each shop for a period, all or none (domain.md §4.23): of the cashiers' bills of those days, all of which are settled, and of those of days
 * that had been billed before they were.
 */
export async function generateBills(kit: Kit, context: WriteContext, asked: Asked): Promise<{ bill_nos: string[] }> {
  const span = spanOf(context.now, asked);
  const shops = await holdShops(context, asked.shop_ids);
  await refuseBilled(context, shops, { asked, span });
  await refuseUnsettled(context, shops, span);
  const cashiers = await holdCashierBills(context, shops, { asked, span });
  const figures = await figuresOf(context, { shops, cashiers, span, periodType: asked.period_type });
  const billed: BilledShop[] = [];
  const numbers: string[] = [];
  for (const { id, type } of shops) {
    const made = await createDocument(kit, context, {
      definition: shopBill,
      values: {
        shop_id: id,
        shop_type: type,
        period_type: asked.period_type,
        period: asked.period,
        period_from: span.from,
        period_to: span.to,
        ...figures.get(id),
      },
    });
    billed.push({ billId: made.id, shopId: id });
    numbers.push(made.no ?? '');
  }
  await writeLines(context, billed, cashiers);
  return { bill_nos: numbers };
}

/** The shops, held until the bills are there: two who bill one of them wait for each other here. */
async function holdShops({ db, actor }: WriteContext, ids: readonly number[]): Promise<Shop[]> {
  const wanted = [...new Set(ids)];
  const { rows } = await sql<Shop>`
    select r.id, r.name, r.type, r.share_rate_bp from shop r where r.id = any(${wanted}) and ${isVisible(shop, actor, 'r')}
    order by r.id for no key update of r`.execute(db);
  if (rows.length < wanted.length) throw new Refusal('notFound', '门店不存在', 'shop_ids');
  const without = rows.find(({ type, share_rate_bp }) => sharingShops.includes(type) && share_rate_bp === null);
  if (without) throw new Refusal('invalid', `门店“${without.name}”没有设置分成比例`, 'shop_ids');
  return rows;
}

interface Billing {
  readonly asked: Asked;
  readonly span: Span;
}

/** No period is billed twice; of a shop that shares, no day of it either, or it would be paid twice. */
async function refuseBilled({ db }: WriteContext, shops: readonly Shop[], { asked, span }: Billing): Promise<void> {
  const { rows } = await sql<{ name: string; bill_no: string; period_type: 1 | 2; period: string }>`
    select s.name, b.bill_no, b.period_type, b.period from shop_bill b join shop s on s.id = b.shop_id
    where b.shop_id = any(${shops.map(({ id }) => id)}) and b.status <> -1 and b.period_from <= ${span.to}::date and b.period_to >= ${span.from}::date
      and (b.period_type = ${asked.period_type} or b.shop_type = any(${[...sharingShops]}::smallint[]))
    order by b.id limit 1`.execute(db);
  const [found] = rows;
  if (found)
    throw new Refusal(
      'illegalTransition',
      `门店“${found.name}”已有${periodTypes[found.period_type]}账单 ${found.bill_no}（${found.period}），作废后才能重新生成`,
      'shop_ids',
    );
}

async function refuseUnsettled({ db }: WriteContext, shops: readonly Shop[], { from, to }: Span): Promise<void> {
  const { rows } = await sql<{ name: string; bill_no: string; count: number }>`
    select s.name, min(b.bill_no) as bill_no, count(*) as count from cashier_bill b join shop s on s.id = b.shop_id
    where b.shop_id = any(${shops.map(({ id }) => id)}) and b.status <> 4 and b.business_date between ${from}::date and ${to}::date
    group by s.id, s.name order by s.id limit 1`.execute(db);
  const [found] = rows;
  if (found)
    throw new Refusal(
      'illegalTransition',
      `门店“${found.name}”有 ${found.count} 张收银对账单未确认（${found.bill_no}）`,
      'shop_ids',
    );
}

/** Settled bills that no bill of the shop of this kind counts yet, held so that none is taken back meanwhile; by shop. */
async function holdCashierBills(
  { db }: WriteContext,
  shops: readonly Shop[],
  { asked, span }: Billing,
): Promise<{ id: number; shop_id: number }[]> {
  const live = sql`s.period_type = ${asked.period_type} and s.status <> -1`;
  const { rows } = await sql<{ id: number; shop_id: number; status: number }>`
    select b.id, b.shop_id, b.status from cashier_bill b
    where b.shop_id = any(${shops.map(({ id }) => id)}) and b.status = 4
      and (b.business_date between ${span.from}::date and ${span.to}::date or (b.business_date < ${span.from}::date and exists (
        select 1 from shop_bill s where s.shop_id = b.shop_id and ${live} and b.business_date between s.period_from and s.period_to)))
      and not exists (select 1 from shop_bill_cashier c join shop_bill s on s.id = c.bill_id where c.cashier_bill_id = b.id and ${live})
    order by b.id for share of b`.execute(db);
  return rows;
}
