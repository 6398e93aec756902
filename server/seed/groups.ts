import { sql } from 'kysely';
import { goodsLabel, goodsLabelCalls } from '#contract/areas/goods/goods-label.ts';
import { spuTag, spuTagCalls } from '#contract/areas/goods/spu-tag.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { serveGoodsLabel } from '#server/areas/goods/goods-label.ts';
import { serveSpuTag } from '#server/areas/goods/spu-tag.ts';
import { Chance } from './chance.ts';
import { openClerks } from './clerks.ts';
import type { SeedStep } from './context.ts';

const groups: readonly [name: string, code: string, type: string, styles: number][] = [
  ['秋冬主推', 'AW-MAIN', '陈列', 40],
  ['换季清仓', 'CLEAR', '促销', 60],
  ['户外专区', 'OUTDOOR', '陈列', 24],
  ['童装开学季', 'SCHOOL', '主题', 18],
  ['旧主题（停用）', 'OLD', '主题', 0],
];

const labels: readonly [name: string, color: '红色' | '橙色' | '绿色', priority: number, styles: number][] = [
  ['新品', '绿色', 20, 30],
  ['热卖', '红色', 30, 20],
  ['清仓', '橙色', 10, 40],
];

/** Groups of styles and the labels that shops show (domain.md §13.6). */
export async function seedGroups(step: SeedStep): Promise<void> {
  const chance = new Chance(20_260_352);
  const clerks = openClerks(step, { chance, serve: [serveSpuTag, serveGoodsLabel] });
  const all = async (table: 'spu' | 'shop') =>
    (await sql<{ id: number }>`select id from ${sql.table(table)} where status = 1 order by id`.execute(step.tx)).rows;
  const styles = (await all('spu')).map(({ id }) => id);
  const shops = (await all('shop')).map(({ id }) => id);
  clerks.begin(30);
  for (const [order, [name, code, type, count]] of groups.entries()) {
    const { id } = await clerks.ask('goods', callsOf(spuTag).add, {
      name,
      code,
      type,
      order: order + 1,
      ...(count === 0 ? { status: 0 } : {}),
    });
    if (count > 0) await clerks.ask('goods', spuTagCalls.bind, { tag_id: id, spu_ids: chance.some(styles, count) });
  }
  for (const [name, color, priority, count] of labels) {
    const { id } = await clerks.ask('goods', callsOf(goodsLabel).add, { name, color, priority });
    await clerks.ask('goods', goodsLabelCalls.bind, {
      label_id: id,
      shop_ids: chance.some(shops, 6),
      spu_ids: chance.some(styles, count),
    });
  }
}
