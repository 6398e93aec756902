import { type RawBuilder, sql } from 'kysely';
import { goodsPush } from '#contract/areas/shop-goods/goods-push.ts';
import { shelved } from '#contract/areas/shop-goods/shop-goods.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { serveShopGoods } from '#server/areas/shop-goods/serve-shop-goods.ts';
import { createDocument } from '#server/kit/create-document.ts';
import { Chance } from './chance.ts';
import { openClerks } from './clerks.ts';
import { contextOf, type SeedStep } from './context.ts';

/**
 * What the shops of the demo company sell (domain.md §13.7): a push of the whole range to all shops, one to the mini-program, one
 * that meets a style which was switched off, one for next week and one that was given up. The work of those that have begun is a
 * task, as a person's would be: where goods stand after the first start shows every state.
 */
export async function seedShopGoods(step: SeedStep): Promise<void> {
  const clerks = openClerks(step, { chance: new Chance(20_260_371), serve: [serveShopGoods] });
  const { add } = callsOf(goodsPush);
  const shops = await idsOf(step, sql<{ id: number }>`select id from shop where status = 1 order by shop_no`);
  const online = await idsOf(
    step,
    sql<{ id: number }>`select id from shop where status = 1 and type = 4 order by shop_no`,
  );
  const styles = await idsOf(step, sql<{ id: number }>`select id from spu where status = 1 order by spu_no`);
  const off = await idsOf(step, sql<{ id: number }>`select id from spu where status = 2 order by spu_no limit 1`);
  const linesOf = (ids: readonly number[]) => ids.map((spu_id) => ({ spu_id }));
  const push = async (input: object) => await clerks.ask('goods', add, { sale_channel_type: 'shop', ...input });
  const later = (days: number): string => new Date(step.now.getTime() + days * 86_400_000).toISOString();

  clerks.begin(20);
  await push({ shop_ids: shops, shelf_status: shelved.on, lines: linesOf(styles), remark: '全部在售商品铺货' });
  await push({
    shop_ids: online,
    sale_channel_type: 'mall',
    sale_channel_values: ['小程序'],
    shelf_status: shelved.on,
    online: 1,
    online_shelf_status: shelved.on,
    lines: linesOf(styles.slice(0, 60)),
  });
  await push({
    shop_ids: shops.slice(0, 6),
    shelf_status: shelved.off,
    push_at: later(6),
    lines: linesOf(styles.slice(-5)),
  });
  const given = await push({ shop_ids: shops.slice(6), push_at: later(9), lines: linesOf(styles.slice(0, 8)) });
  await clerks.ask('goods', transitionCall(goodsPush, 'cancel'), {
    id: given.id,
    version: given.version,
    reason: '档期取消',
  });
  // Written before its last style was switched off.
  const context = contextOf(step);
  const met = await createDocument(step, context, {
    definition: goodsPush,
    label: '新增',
    values: {
      shop_ids: shops.slice(0, 3),
      sale_channel_type: 'shop',
      shelf_status: shelved.on,
      push_at: step.now.toISOString(),
      push_fields: ['加入门店', '门店上下架'],
      spu_count: 4,
    },
    lines: linesOf([...styles.slice(0, 3), ...off]),
  });
  await sql`update goods_push set last_edited_by = (select id from admin where username = 'goods') where id = ${met.id}`.execute(
    step.tx,
  );
}

async function idsOf({ tx }: SeedStep, query: RawBuilder<{ id: number }>): Promise<number[]> {
  return (await query.execute(tx)).rows.map(({ id }) => id);
}
