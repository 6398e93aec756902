import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { stockRule, stockRuleType } from '#contract/areas/warehouse/stock-rule.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { serveStockRule } from '#server/areas/warehouse/rules/stock-rule.ts';
import { importOrders } from '#server/import/orders/import-orders.ts';
import { Chance } from './chance.ts';
import { openClerks } from './clerks.ts';
import { contextOf, type SeedStep } from './context.ts';
import { openOffice } from './stock.ts';

/** The shop whose till sold more than its books had. */
const shortShop = '006';

/** Six rules of stock, of every type (domain.md §3.6): shops may go below nothing, but not with goods that expire. */
export async function seedStockRules(step: SeedStep): Promise<void> {
  const chance = new Chance(20_260_339);
  const clerks = openClerks(step, { serve: [serveStockRule], chance });
  clerks.begin(100);
  const { rows: places } = await sql<{ id: number; no: string; type: number }>`
    select id, warehouse_no as no, type from warehouse order by warehouse_no`.execute(step.tx);
  const { rows: expiring } = await sql<{ id: number }>`
    select distinct split_part(c.path, '/', 1)::bigint as id from spu p join category c on c.id = p.category_id where p.is_expire_managed order by 1`.execute(
    step.tx,
  );
  const [shops, main] = [places.filter(({ type }) => type === 2), places.filter(({ type }) => type === 1)];
  const ids = (of: readonly { id: number }[]) => of.map(({ id }) => id);
  const rules = [
    { rule_type: stockRuleType.safety, warehouse_ids: ids(main), min_qty: 20, max_qty: 500 },
    { rule_type: stockRuleType.safety, warehouse_ids: ids(shops), min_qty: 2, max_qty: 12 },
    { rule_type: stockRuleType.negative, warehouse_ids: ids(shops), allow_negative: true },
    {
      rule_type: stockRuleType.negative,
      warehouse_ids: ids(shops),
      category_ids: ids(expiring),
      allow_negative: false,
    },
    { rule_type: stockRuleType.outOrder, warehouse_ids: ids(places.filter(({ no }) => no === 'W04')), out_order: 1 },
    { rule_type: stockRuleType.unsold, warehouse_ids: ids(shops), unsale_days: 60 },
  ];
  for (const rule of rules) await clerks.ask('whsMgr', callsOf(stockRule).add, rule);
}

/**
 * Five cases of negative stock (domain.md §13.7): sales of a shop that were uploaded and that its shelves did not hold. One is offset by
 * goods found since, one in part.
 */
export async function seedNegatives(step: SeedStep): Promise<void> {
  const { tx, numbers, now } = step;
  const { rows: places } = await sql<{ warehouse_id: number; shop_id: number }>`
    select warehouse_id, id as shop_id from shop where shop_no = ${shortShop}`.execute(tx);
  const [place] = places;
  if (!place) throw new Error('the demo shop is missing');
  const { rows: goods } = await sql<{ sku_id: number; barcode: string; price: number; free: number }>`
    select t.sku_id, s.main_barcode as barcode, s.tag_price as price, t.qty_available as free from stock t join sku s on s.id = t.sku_id join spu p on p.id = s.spu_id
    where t.warehouse_id = ${place.warehouse_id} and t.imperfect_type = 0 and t.qty_available > 0 and not p.is_expire_managed order by t.qty_available, t.sku_id limit 5`.execute(
    tx,
  );
  const missing = [2, 3, 1, 1, 2];
  const sold = goods.map(({ barcode, price, free }, index) => {
    const at = new Date(now.getTime() - (5 * 24 - index) * 3_600_000 + 8 * 3_600_000);
    const time = at.toISOString().slice(0, 19).replace('T', ' ');
    return `POS${index + 1},${time},${barcode},${free + (missing[index] ?? 1)},${(price / 100).toFixed(2)}`;
  });
  const sheet = Buffer.from(['invoice,time,code,quantity,price', ...sold, ''].join('\n'));
  const outcome = await importOrders(contextOf(step), {
    source: { size: sheet.length, read: (from = 0) => Readable.from([sheet.subarray(from)]) },
    mapping: { invoice: 0, time: 1, code: 2, quantity: 3, price: 4 },
    options: {
      warehouseId: place.warehouse_id,
      shopId: place.shop_id,
      zone: 'Asia/Shanghai',
      foldCase: true,
      rate: 1_000_000,
      strict: true,
      postStock: true,
    },
    numbers,
    async report(remarks) {
      for await (const { code, kind } of remarks) throw new Error(`demo sale of ${code}: ${kind}`);
    },
    progress: () => undefined,
    goOn: () => undefined,
  });
  if (outcome.added?.orders !== goods.length) throw new Error('the demo sales were not taken');
  const office = await openOffice(step, new Chance(20_260_340));
  const [whole, part] = goods;
  for (const [one, qty] of [[whole, 2] as const, [part, 1] as const])
    if (one)
      await office.take({
        type: adjustType.gain,
        warehouse: place.warehouse_id,
        reason: '理货时多出',
        lines: [{ sku_id: one.sku_id, imperfect_type: 0, qty }],
        daysAgo: 3,
        until: 'posted',
      });
}
