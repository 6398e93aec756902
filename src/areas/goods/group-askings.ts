import { type GoodsGrouping, spuTag, spuTagCalls } from '#contract/areas/goods/spu-tag.ts';
import { choice } from '#contract/kit/kinds/choice.ts';
import { references } from '#contract/kit/kinds/reference.ts';
import type { Asking } from '#src/kit/desk/ask-dialog.tsx';

const ops = { 1: '加入', 2: '移除' } as const;

/** Groups that the styles of these pieces are put into or taken out of. */
export const groupAsking = (skuIds: readonly number[]): Asking<GoodsGrouping, { count: number }> => ({
  title: `${skuIds.length} 个货品所属商品的分组`,
  fields: {
    op: choice('操作', ops, { required: true }),
    tag_ids: references(() => spuTag, '商品分组', { required: true, among: () => ({ status: [1] }) }),
  },
  given: { op: 1 },
  call: spuTagCalls.group,
  input: ({ op, tag_ids }) => ({
    sku_ids: [...skuIds],
    tag_ids: tag_ids as number[],
    op: op === 1 ? 'add' : 'remove',
  }),
  done: ({ count }) => ({ good: count === 0 ? '都已如此，没有改变' : `已处理 ${count} 个商品` }),
});
