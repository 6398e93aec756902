import { sql } from 'kysely';
import { shop } from '#contract/areas/partners/shop.ts';
import type { ChangedPrice, tagCalls } from '#contract/areas/price-tags/tag-calls.ts';
import { tagTemplate } from '#contract/areas/price-tags/tag-template.ts';
import { tagLimits, templateType } from '#contract/areas/price-tags/tag-words.ts';
import { scopeOf } from '#contract/areas/price/price-words.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import type { InputOf, OutputOf } from '#contract/kit/call.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { reference } from '#contract/kit/kinds/reference.ts';
import { limits } from '#contract/kit/limits.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';
import { readRecord } from '#server/kit/read-record.ts';
import { checkReferences } from '#server/kit/references.ts';
import { readTags } from './read-tags.ts';

/** Registers a print of price tags in a shop: who printed how many of what at which price. */
export async function printTags(
  context: WriteContext,
  { template_id, shop_id, items }: InputOf<typeof tagCalls.print>,
): Promise<OutputOf<typeof tagCalls.print>> {
  const { db, actor, now } = context;
  const template = await readRecord(db, tagTemplate, { actor, id: template_id });
  if (!template) throw new Refusal('notFound');
  refuseUnfit(template, shop_id);
  const total = items.reduce((sum, { copies }) => sum + copies, 0);
  if (total > tagLimits.tags) throw new Refusal('invalid', `一次最多打印 ${tagLimits.tags} 张`, 'items');
  const ids = items.map(({ sku_id }) => sku_id);
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at);
  if (twice >= 0) throw new Refusal('invalid', `第 ${twice + 1} 行货品重复`, `items.${twice}.sku_id`);
  const pages = await readTags(context, { sku_ids: ids, shop_id });
  await sql`
    insert into tag_print (tag_template_id, shop_id, sku_id, price, copies, admin_id, at)
    select ${template_id}, ${shop_id}, e.sku_id, e.price, e.copies, ${actor.id}, ${now.toISOString()}
    from ${rowsOf('e', {
      sku_id: ['bigint', ids],
      price: ['bigint', pages.map(({ price }) => price)],
      copies: ['bigint', items.map(({ copies }) => copies)],
    })} order by e.place`.execute(db);
  await writeAudit(context, [
    {
      docType: tagTemplate.name,
      docId: template_id,
      docNo: String(template.name),
      action: 'print',
      label: '打印',
      remark: `${ids.length} 个货品 ${total} 张`,
    },
  ]);
  return {
    is_again_print: pages.some(({ printed_at }) => printed_at !== null),
    pages: pages.map(({ price: _price, ...page }, at) => ({ ...page, copies: items[at]?.copies ?? 0 })),
  };
}

function refuseUnfit(template: Record<string, unknown>, shopId: number): void {
  const shops = template.shop_ids as number[];
  if (template.status !== 1) throw new Refusal('illegalTransition', `模板“${String(template.name)}”已停用`);
  if (template.template_type !== templateType.priceTag)
    throw new Refusal('invalid', `“${String(template.name)}”不是价签模板`, 'template_id');
  if (shops.length > 0 && !shops.includes(shopId))
    throw new Refusal('invalid', `模板“${String(template.name)}”不用于该门店`, 'template_id');
}

/** Goods of a shop's own range whose price there was another one yesterday: the last change of today that reaches the shop. */
export async function changedToday(
  { db, actor, now }: ReadContext,
  { shop_id }: { shop_id: number },
): Promise<{ list: ChangedPrice[] }> {
  await checkReferences(db, actor, { fields: { shop_id: reference(() => shop, '门店') }, records: [{ shop_id }] });
  const { rows } = await sql<ChangedPrice>`
    select c.sku_id, k.sku_no, k.name, c.old_price, c.new_price from (
      select distinct on (r.sku_id) r.sku_id, first_value(r.old_price) over (partition by r.sku_id order by r.at, r.id) as old_price, r.new_price
      from price_record r join shop m on m.id = ${shop_id}
      where r.at >= (${businessDay(now)}::date)::timestamp at time zone 'Asia/Shanghai' and r.at <= ${now.toISOString()}
        and (r.scope_type = ${scopeOf.everywhere} or (r.scope_type = ${scopeOf.districts} and r.scope_value = m.district_id::text)
          or (r.scope_type = ${scopeOf.shops} and r.scope_value = m.id::text))
      order by r.sku_id, r.at desc, r.id desc
    ) c join sku k on k.id = c.sku_id
    where ${isVisible(sku, actor, 'k')}
      and exists (select 1 from shop_goods g where g.shop_id = ${shop_id} and g.sku_id = c.sku_id and g.sale_channel_value is null)
    order by k.sku_no limit ${limits.pastedEntries}`.execute(db);
  return { list: rows };
}
