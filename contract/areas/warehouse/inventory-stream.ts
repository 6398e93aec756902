import { person } from '../../kit/base-fields.ts';
import { entity } from '../../kit/definition.ts';
import { choice, word } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import { imperfectType } from '../enums.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { warehouse } from '../partners/warehouse.ts';
import { ledgerSources } from './ledger-sources.ts';
import { bizTypes } from './stock.ts';

const signed = { derived: true, least: -Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER } as const;

/** The stock ledger as people read it: one row for each movement of a warehouse's goods (domain.md inventoryStream). */
export const inventoryStream = entity('inventoryStream', {
  label: '库存流水',
  group: '/v1/Inventory',
  title: 'source_no',
  view: true,
  fields: {
    happened_at: time('发生时间', { derived: true }),
    posted_at: time('过账时间', { derived: true }),
    business_date: date('业务日期', { derived: true }),
    warehouse_id: reference(() => warehouse, '仓库', { derived: true }),
    sku_id: reference(() => sku, '货品', { derived: true }),
    sku_name: text('货品名称', { derived: true }),
    imperfect_type: choice('品级', imperfectType, { derived: true }),
    zone: text('库区', { derived: true }),
    biz_type: choice('流水类型', bizTypes, { derived: true }),
    on_hand_before: quantity('变动前库存', signed),
    on_hand_delta: quantity('库存变动', signed),
    on_hand_after: quantity('变动后库存', signed),
    source_type: word('来源单据类型', ledgerSources, { derived: true }),
    source_id: integer('来源单据', { derived: true }),
    source_no: text('来源单号', { derived: true }),
    in_ware_detail_id: integer('原始入库明细', { derived: true }),
    batch_no: text('批次号', { derived: true }),
    cost_amount: money('成本变动额', { ...signed, mask: 'stock:costView' }),
    admin_id: reference(() => person, '操作人', { derived: true }),
  },
  calls: { list: ['streamList', 'Inventory:streamView'] },
  list: {
    columns: [
      'posted_at',
      'happened_at',
      'warehouse_id',
      'sku_id',
      'imperfect_type',
      'biz_type',
      'on_hand_delta',
      'on_hand_after',
      'batch_no',
      'cost_amount',
      'source_type',
      'source_no',
      'admin_id',
    ],
    filters: ['warehouse_id', 'sku_id', 'imperfect_type', 'biz_type', 'source_type', 'source_no', 'happened_at'],
    search: ['source_no', 'sku_name'],
    searchThrough: {
      'sku_id.sku_no': goodsCodes.sku_no,
      'sku_id.main_barcode': goodsCodes.barcode,
      'sku_id.barcode': goodsCodes.barcode,
    },
    sort: ['-id', '-happened_at', '-posted_at'],
    sum: ['on_hand_delta', 'cost_amount'],
    timeout: 'stream',
  },
  scope: { warehouse: 'warehouse_id', brand: 'sku_id.brand_id', category: 'sku_id.category_id' },
});
