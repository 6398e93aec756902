import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { imperfectType } from '../enums.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { shop } from '../partners/shop.ts';
import { warehouse } from '../partners/warehouse.ts';
import { codeEvents, codeStatuses } from './code-enums.ts';

const shown = { derived: true } as const;

/** Pieces by their codes: where each of them is, since when, and what happened to it last (domain.md §3.6 goodsPool). Codes without a piece are not in it. */
export const goodsPool = entity('goodsPool', {
  label: '唯一码货池',
  group: '/v1/stock',
  title: 'unique_code',
  hint: 'epc',
  view: true,
  fields: {
    unique_code: text('唯一码', shown),
    epc: text('EPC码', shown),
    sku_id: reference(() => sku, '货品', shown),
    spu_name: text('商品名称', shown),
    color_name: text('颜色', shown),
    size_name: text('尺码', shown),
    warehouse_id: reference(() => warehouse, '所在仓库', shown),
    shop_id: reference(() => shop, '门店', shown),
    position: text('货位', shown),
    status: choice('状态', codeStatuses, shown),
    imperfect_type: choice('品级', imperfectType, shown),
    batch_no: text('批次号', shown),
    age_days: integer('库龄(天)', shown),
    into_time: time('入库时间', shown),
    doc_no: text('占用单据', shown),
    order_no: text('销售订单', shown),
    last_event: choice('最近事件', codeEvents, shown),
    last_time: time('最近时间', shown),
  },
  calls: { list: ['poolList', 'stock:poolView'] },
  list: {
    columns: [
      'unique_code',
      'epc',
      'sku_id',
      'spu_name',
      'color_name',
      'size_name',
      'warehouse_id',
      'position',
      'status',
      'imperfect_type',
      'batch_no',
      'age_days',
      'last_event',
      'last_time',
    ],
    filters: [
      'unique_code',
      'epc',
      'sku_id',
      'warehouse_id',
      'shop_id',
      'status',
      'imperfect_type',
      'age_days',
      'into_time',
      'last_event',
    ],
    search: ['unique_code', 'epc'],
    searchThrough: { 'sku_id.sku_no': goodsCodes.sku_no },
    sort: ['-id', '-last_time', '-into_time', 'unique_code'],
  },
  scope: { warehouse: 'warehouse_id', brand: 'sku_id.brand_id', category: 'sku_id.category_id' },
});
