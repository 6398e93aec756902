import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { spu } from '../goods/spu.ts';
import { shop } from '../partners/shop.ts';
import { goodsPush } from './goods-push.ts';

const shown = { derived: true } as const;

/** What became of a style in a shop. */
export const pushOutcome = { waiting: 0, done: 1, refused: 2 } as const;
const pushOutcomes = { 0: '待推送', 1: '成功', 2: '失败' } as const;

/** What became of each style of a push in each shop; rows of their own, which the push writes (domain.md §3.2 goodsPushLine). */
export const goodsPushResult = entity('goodsPushResult', {
  label: '推送结果',
  group: '/v1/tools',
  title: 'error',
  view: true,
  fields: {
    goods_push_id: reference(() => goodsPush, '推送', shown),
    shop_id: reference(() => shop, '门店', shown),
    spu_id: reference(() => spu, '商品', shown),
    outcome: choice('结果', pushOutcomes, shown),
    added: integer('新增货品', shown),
    changed: integer('更新货品', shown),
    error: text('失败原因', shown),
    at: time('推送时间', shown),
  },
  calls: { list: ['pushResults', 'tools:view'] },
  list: {
    columns: ['shop_id', 'spu_id', 'outcome', 'added', 'changed', 'error', 'at'],
    filters: ['goods_push_id', 'shop_id', 'outcome'],
    search: ['error'],
    searchThrough: { 'spu_id.spu_no': 'SPU编码', 'spu_id.style_no': '货号/款号' },
    sort: ['id', 'shop_id', '-at'],
  },
  scope: { shop: 'shop_id', brand: 'spu_id.brand_id', category: 'spu_id.category_id' },
});
