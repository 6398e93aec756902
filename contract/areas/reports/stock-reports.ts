import { type Report, report } from '../../kit/report.ts';
import { standingRows } from './standing-rows.ts';

const dimensions = [
  'warehouse_id',
  'supplier_id',
  'co_model',
  'category_id',
  'brand_id',
  'spu_id',
  'sku_id',
  'imperfect_type',
];

/** Balances at the end of a day, or from one day to another: a month is its first and last day. */
export const stockBalanceReport: Report = report({
  name: 'stockBalance',
  label: '库存结存',
  rows: standingRows,
  dimensions,
  starts: ['warehouse_id', 'sku_id'],
  measures: [
    'begin_qty',
    'in_qty',
    'out_qty',
    'end_qty',
    'begin_amount',
    'in_amount',
    'out_amount',
    'adjust_amount',
    'end_amount',
    'transit_qty',
    'transit_amount',
  ],
  days: 'balance_date',
  list: ['/v1/StockBalance/list', 'StockBalance:view'],
  saved: ['/v1/StockBalance/export', 'StockBalance:export'],
});

/** 进销存: what came and went by what it was (domain.md §3.6 incontReport). */
export const incontReport: Report = report({
  name: 'incontReport',
  label: '进销存报表',
  rows: standingRows,
  dimensions,
  starts: ['warehouse_id'],
  measures: [
    'begin_qty',
    'begin_amount',
    'purchase_qty',
    'purchase_amount',
    'back_qty',
    'back_amount',
    'allot_in_qty',
    'allot_in_amount',
    'allot_out_qty',
    'allot_out_amount',
    'sale_qty',
    'sale_cost',
    'sale_back_qty',
    'sale_back_cost',
    'other_qty',
    'other_amount',
    'adjust_amount',
    'end_qty',
    'end_amount',
  ],
  days: 'balance_date',
  list: ['/v1/StockBalance/incontList', 'StockBalance:incontView'],
  saved: ['/v1/StockBalance/incontExport', 'StockBalance:incontView'],
});
