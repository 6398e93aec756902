import { sql } from 'kysely';
import { contract } from '#contract/areas/contracts/contract.ts';
import { contractState } from '#contract/areas/contracts/contract-enums.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import type { OrderedGoods, OrderQuestion, OrderTerms } from '#contract/areas/purchasing/purchase-calls.ts';
import { pricedAs } from '#contract/areas/purchasing/purchase-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { readSetting } from '#server/kit/read-setting.ts';
import { presentSalePrice } from '#server/terms/present-sale-price.ts';
import { purchasePriceAt } from '#server/terms/purchase-price-at.ts';
import { takenAmount } from './amount-limit.ts';

/** What stands beside an order while it is written: the terms of its contract, and what each of its goods costs today or why it cannot be ordered. */
export async function readOrderView(
  context: ReadContext,
  { id = 0, contract_id, sku_ids }: OrderQuestion,
): Promise<{ terms: OrderTerms; lines: OrderedGoods[] }> {
  const { db, actor, now } = context;
  const costs = actor.permissions.has('stock:costView');
  const { rows } = await sql<OrderTerms & { brand_ids: number[]; limit: number | null; status: number }>`
    select c.id as contract_id, c.contract_no, c.supplier_id, s.name as supplier_name, c.co_model, c.purchaser_id, p.name as purchaser_name, p.department_id,
      c.end_date, c.tax_rate_bp, c.brand_ids, c.amount_limit as limit, c.status
    from contract c join supplier s on s.id = c.supplier_id join purchaser p on p.id = c.purchaser_id
    where c.id = ${contract_id} and ${isVisible(contract, actor, 'c')}`.execute(db);
  const [found] = rows;
  if (!found) throw new Refusal('invalid', '合同不存在', 'contract_id');
  const { brand_ids, limit, status, ...terms } = found;
  const [taken, goods, prices, mayEstimate] = [
    costs ? await takenAmount(db, contract_id, id) : 0,
    await goodsOf(context, sku_ids),
    await purchasePriceAt(db, { supplier_id: terms.supplier_id, sku_ids, date: businessDay(now) }),
    (await readSetting(db, 'allow_estimate_price')) === 1,
  ];
  const lines = goods.map(({ brand_id, brand_name, enabled, ...one }): OrderedGoods => {
    const price = prices.get(one.sku_id);
    return {
      ...one,
      ...(costs ? { price: price?.price ?? null } : {}),
      tax_rate_bp: price?.tax_rate_bp ?? terms.tax_rate_bp,
      price_state: price ? pricedAs.priced : pricedAs.estimated,
      problem: !enabled
        ? '货品已停用'
        : !brand_ids.includes(brand_id)
          ? `品牌“${brand_name}”不在合同内`
          : !price && !mayEstimate
            ? '没有生效的进价'
            : null,
    };
  });
  return {
    terms: {
      ...terms,
      in_force: status === contractState.inForce,
      ...(costs ? { amount_limit: limit, taken_amount: taken } : {}),
    },
    lines,
  };
}

type Goods = Pick<OrderedGoods, 'sku_id' | 'sku_no' | 'name' | 'tag_price' | 'sale_price'> & {
  brand_id: number;
  brand_name: string;
  enabled: boolean;
};

async function goodsOf({ db, actor }: ReadContext, ids: readonly number[]): Promise<Goods[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Goods>`
    select k.id as sku_id, k.sku_no, k.name, k.brand_id, b.name as brand_name, k.status = 1 as enabled, k.tag_price,
      ${presentSalePrice('k')} as sale_price
    from unnest(${[...ids]}::bigint[]) with ordinality as a (id, place) join sku k on k.id = a.id join brand b on b.id = k.brand_id
    where ${isVisible(sku, actor, 'k')} order by a.place`.execute(db);
  return rows;
}
