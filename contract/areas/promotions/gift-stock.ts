import { command } from '../../kit/call.ts';
import { document, entity } from '../../kit/definition.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { sku } from '../goods/sku.ts';
import { warehouse } from '../partners/warehouse.ts';
import { gift } from './gift.ts';

const figure = { derived: true, initial: 0, least: -Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER } as const;

/**
 * What one warehouse keeps of one gift (lock_type 6): one for each gift and warehouse, made with its first reservation and
 * there for good. Its locks are the ledger's; what it holds is their open sum, what was given is what left as gifts.
 */
export const giftReserve = document('giftReserve', {
  label: '赠品预留',
  group: '/v1/promotion',
  number: { prefix: 'ZY', field: 'reserve_no' },
  title: 'reserve_no',
  fields: {
    reserve_no: text('预留编号', { unique: true, derived: true }),
    gift_id: reference(() => gift, '赠品', { required: true, derived: true }),
    warehouse_id: reference(() => warehouse, '仓库', { required: true, derived: true }),
    reserved_qty: quantity('预留数量', figure),
    given_qty: quantity('已赠数量', figure),
  },
  states: { 1: ['预留中', 'reserved', 'moving'] },
  begins: [1],
  editable: [],
  ledger: { holds: [1] },
  transitions: {},
  calls: {},
  list: {
    columns: ['reserve_no', 'gift_id', 'warehouse_id', 'reserved_qty', 'given_qty'],
    filters: ['gift_id', 'warehouse_id'],
    search: ['reserve_no'],
    sort: ['-id'],
  },
  unique: [['gift_id', 'warehouse_id']],
  scope: { warehouse: 'warehouse_id' },
});

/** Gifts by warehouse (domain.md §3.7): what is there, kept, given, and still to be given. */
export const giftStock = entity('giftStock', {
  label: '赠品库存',
  group: '/v1/promotion',
  title: 'gift_id',
  view: true,
  fields: {
    gift_id: reference(() => gift, '赠品', { derived: true }),
    sku_id: reference(() => sku, '货品', { derived: true }),
    warehouse_id: reference(() => warehouse, '仓库', { derived: true }),
    qty_on_hand: quantity('实物库存', figure),
    qty_available: quantity('可用库存', figure),
    reserved_qty: quantity('预留数量', figure),
    // Of what is kept: asked for by orders that have not been sent.
    promised_qty: quantity('待发数量', figure),
    given_qty: quantity('已赠数量', figure),
    remain_qty: quantity('剩余可赠', figure),
  },
  calls: { list: ['giftStockList', 'promotion:giftView'] },
  list: {
    columns: [
      'gift_id',
      'sku_id',
      'warehouse_id',
      'qty_on_hand',
      'qty_available',
      'reserved_qty',
      'promised_qty',
      'given_qty',
      'remain_qty',
    ],
    filters: ['gift_id', 'warehouse_id'],
    search: [],
    searchThrough: { 'sku_id.sku_no': '货品编码' },
    sort: ['-id'],
    sum: ['qty_on_hand', 'reserved_qty', 'promised_qty', 'given_qty', 'remain_qty'],
  },
  scope: { warehouse: 'warehouse_id', brand: 'sku_id.brand_id', category: 'sku_id.category_id' },
});

/** What a warehouse keeps after a change: above zero keeps more, below lets go. */
export interface GiftReserved {
  gift_id: number;
  warehouse_id: number;
  reserved_qty: number;
}

export const giftReserveCall = command<{ gift_id: number; warehouse_id: number; qty: number }, GiftReserved>({
  service: 'erp',
  path: '/v1/promotion/giftStockReserve',
  access: 'promotion:giftStock',
});
