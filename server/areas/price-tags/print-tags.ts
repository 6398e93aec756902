import { sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import type { ChangedPrice, tagCalls } from '#contract/areas/price-tags/tag-calls.ts';
import { tagLimits, templateType } from '#contract/areas/price-tags/tag-enums.ts';
import { tagTemplate } from '#contract/areas/price-tags/tag-template.ts';
import type { InputOf, OutputOf } from '#contract/kit/call.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { reference } from '#contract/kit/kinds/reference.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { limits } from '#contract/kit/limits.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';
import { readRecord } from '#server/kit/read-record.ts';
import { checkReferences } from '#server/kit/references.ts';
import { priceInShop, readTags } from './read-tags.ts';

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

/** Goods of a shop's own range that cost there what they did not when the day began. */
export async function changedToday(
  { db, actor, now }: ReadContext,
  { shop_id }: { shop_id: number },
): Promise<{ list: ChangedPrice[] }> {
  await checkReferences(db, actor, { fields: { shop_id: reference(() => shop, '门店') }, records: [{ shop_id }] });
  const began = new Date(`${businessDay(now)}T00:00:00+08:00`);
  // Only what the records of today name can have changed; whether it has is asked of the prices themselves.
  const { rows } = await sql<ChangedPrice>`
    select * from (
      select k.id as sku_id, k.sku_no, k.name, ${priceInShop(new Date(began.getTime() - 1))} as old_price, ${priceInShop(now)} as new_price
      from sku k join shop m on m.id = ${shop_id}
      where k.id in (select r.sku_id from price_record r where r.at >= ${began.toISOString()} and r.at <= ${now.toISOString()})
        and exists (select 1 from shop_goods g where g.shop_id = m.id and g.sku_id = k.id and g.sale_channel_value is null)
        and ${isVisible(sku, actor, 'k')}
    ) c where c.old_price <> c.new_price order by c.sku_no limit ${limits.pastedEntries}`.execute(db);
  return { list: rows };
}
