import { person } from '../../kit/base-fields.ts';
import { entity } from '../../kit/definition.ts';
import { choice, word } from '../../kit/kinds/choice.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { imperfectType, lockType } from '../enums.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { warehouse } from '../partners/warehouse.ts';
import { ledgerSources } from './ledger-sources.ts';

/** Pieces that are promised to a document, and to which (domain.md §3.6 stockLock). Only postings and locks write what it shows. */
export const heldStock = entity('heldStock', {
  label: '锁定明细',
  group: '/v1/stock',
  title: 'source_no',
  view: true,
  fields: {
    warehouse_id: reference(() => warehouse, '仓库', { derived: true }),
    sku_id: reference(() => sku, '货品', { derived: true }),
    imperfect_type: choice('品级', imperfectType, { derived: true }),
    serial_no: text('批次流水号', { derived: true }),
    lock_type: choice('锁定类型', lockType, { derived: true }),
    qty: quantity('锁定数量', { derived: true, least: 0, most: Number.MAX_SAFE_INTEGER }),
    source_type: word('来源单据类型', ledgerSources, { derived: true }),
    source_id: integer('来源单据', { derived: true, most: Number.MAX_SAFE_INTEGER }),
    source_no: text('来源单号', { derived: true }),
    reason: prose('原因', { derived: true }),
    locked_at: time('锁定时间', { derived: true }),
    expire_at: time('到期时间', { derived: true }),
    admin_id: reference(() => person, '操作人', { derived: true }),
    // Of a lock made by hand, which is let go of from this list.
    lock_version: integer('锁定版本', { derived: true, most: Number.MAX_SAFE_INTEGER }),
  },
  calls: { list: ['lockList', 'stock:view'] },
  list: {
    columns: [
      'source_no',
      'lock_type',
      'warehouse_id',
      'sku_id',
      'imperfect_type',
      'serial_no',
      'qty',
      'reason',
      'locked_at',
      'expire_at',
      'admin_id',
    ],
    filters: ['warehouse_id', 'sku_id', 'imperfect_type', 'lock_type', 'source_type', 'source_no', 'locked_at'],
    search: ['source_no'],
    searchThrough: { 'sku_id.sku_no': goodsCodes.sku_no },
    sort: ['-id', '-locked_at', 'qty'],
    sum: ['qty'],
  },
  scope: { warehouse: 'warehouse_id', brand: 'sku_id.brand_id', category: 'sku_id.category_id' },
});
