import { document, type Rule } from '../../kit/definition.ts';
import type { OfRecord } from '../../kit/field.ts';
import { isGiven } from '../../kit/given.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { limits } from '../../kit/limits.ts';
import { oneOf, type Plain } from '../../kit/transition.ts';
import { codeStatus } from '../codes/code-enums.ts';
import { codesAsked } from '../codes/codes-asked.ts';
import { uniqueCode } from '../codes/unique-code.ts';
import { imperfectType } from '../enums.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { stockBatch } from '../warehouse/stock-batch.ts';
import { dealType, grade, imperfectDeals, imperfectSources } from './return-enums.ts';

const sum = { initial: 0, derived: true, least: 0, most: Number.MAX_SAFE_INTEGER } as const;
const ofLine = { initial: 0, derived: true, least: 0 } as const;
const why = { required: true, least: limits.reasonLeast, most: limits.reason } as const;

/** Where a record stands by what of it has been dealt with: nothing (2), a part (3), all of it (4). */
const byDealt = ({ dealt_qty: dealt, total_qty: total }: Plain): 2 | 3 | 4 =>
  Number(dealt) <= 0 ? 2 : Number(dealt) < Number(total) ? 3 : 4;

const isDiscount: OfRecord<boolean> = ({ deal_type }) => deal_type === dealType.discount;
/** Ways by which pieces leave their grade here; those that go to their supplier are named as they go out, those for sale as they are sold. */
const movesPieces: OfRecord<boolean> = ({ deal_type }) =>
  deal_type === dealType.restore || deal_type === dealType.scrap;

/** Goods become imperfect goods, never good ones, and never what they are already. */
const gradesMove: Rule = ({ lines }) => {
  for (const [index, line] of (Array.isArray(lines) ? (lines as Plain[]) : []).entries()) {
    const field = `lines.${index}.imperfect_type`;
    if (line.imperfect_type === grade.good) return { field, words: '品级不能是正品' };
    if (line.imperfect_type === (line.from_type ?? grade.good)) return { field, words: '品级与原品级相同' };
  }
  return undefined;
};

/**
 * Goods that turned out imperfect (domain.md §3.5, §4.12): registered and locked, judged by another and moved to their grade, then
 * dealt with in parts. Scrap is asked for by one person and passed by another (amendments E); until then it stands in `scrap_qty`.
 */
export const imperfectRecord = document('imperfectRecord', {
  label: '残次单',
  group: '/v1/stock',
  number: { prefix: 'CC', field: 'imperfect_no' },
  title: 'imperfect_no',
  fields: {
    imperfect_no: text('残次单号', { unique: true, derived: true }),
    warehouse_id: reference(() => warehouse, '仓库', { required: true }),
    source_type: choice('来源', imperfectSources, { required: true }),
    source_no: text('来源单号'),
    // Whose goods they are: as whoever registers them names it, else as the batches say that were taken, where they are all of one.
    supplier_id: reference(() => supplier, '供应商'),
    total_qty: quantity('残次数量', sum),
    dealt_qty: quantity('已处理数量', sum),
    scrap_qty: quantity('待审报废数量', sum),
  },
  lines: {
    label: '残次明细',
    least: 1,
    fields: {
      sku_id: reference(() => sku, '货品', { required: true }),
      from_type: choice('原品级', imperfectType, { initial: grade.good }),
      // The very batch that the pieces are of; without one, the oldest that fits (amendments H10).
      stock_batch_id: reference(() => stockBatch, '指定批次', {
        among: ({ sku_id, from_type }, { warehouse_id }) => ({
          ...(isGiven(warehouse_id) ? { warehouse_id } : {}),
          ...(isGiven(sku_id) ? { sku_id } : {}),
          imperfect_type: from_type ?? grade.good,
        }),
      }),
      imperfect_type: choice('品级', imperfectType, { required: true }),
      qty: quantity('数量', { required: true }),
      reason: text('残次原因', why),
      // Which pieces, where they have codes: said at once, or before it is judged.
      code_ids: references(() => uniqueCode, '唯一码', {
        among: ({ sku_id, from_type }, { warehouse_id }) => {
          const status = [codeStatus.inStock, codeStatus.imperfect];
          return { sku_id, imperfect_type: from_type ?? grade.good, warehouse_id, status };
        },
      }),
      taken_from: text('取自批次', { derived: true, most: 200 }),
      deal_qty: quantity('已处理数量', ofLine),
      scrap_qty: quantity('待审报废数量', ofLine),
    },
    unique: ['sku_id', 'from_type', 'imperfect_type', 'stock_batch_id'],
  },
  states: {
    1: ['待审核', 'waiting', 'waiting'],
    2: ['待处理', 'toDeal', 'waiting'],
    3: ['部分处理', 'partly', 'moving'],
    4: ['已处理', 'dealt', 'done'],
    5: ['已驳回', 'rejected', 'refused'],
    [-1]: ['已作废', 'cancelled', 'void'],
  },
  begins: [1],
  editable: [],
  ledger: { posted: [2, 3, 4], holds: [1, 2, 3] },
  // Whoever asked for any of it does not pass the scrap.
  parts: { steps: { deal: '处理人' } },
  transitions: {
    audit: {
      label: '审核',
      from: [1],
      to: { pass: 2, reject: 5 },
      segment: 'imperfectAudit',
      access: 'stock:imperfectAudit',
      approval: true,
      batch: true,
    },
    // Which pieces they are, where whoever found them could not say.
    nameCodes: {
      label: '指明唯一码',
      from: [1],
      to: 1,
      segment: 'imperfectCodes',
      access: 'stock:imperfectAdd',
      atWill: true,
      asksLines: {
        fields: { codes: codesAsked },
        beside: ['sku_id', 'from_type', 'imperfect_type', 'qty', 'code_ids'],
      },
    },
    deal: {
      label: '处理',
      from: [2, 3],
      to: oneOf([4, 3, 2], byDealt),
      segment: 'imperfectDeal',
      access: 'stock:imperfectDeal',
      // What is asked for here is what a second person judges.
      submits: true,
      asksLines: {
        many: true,
        beside: ['sku_id', 'imperfect_type', 'qty', 'deal_qty', 'scrap_qty'],
        fields: {
          deal_type: choice('处理方式', imperfectDeals, { required: true }),
          qty: quantity('处理数量', { required: true }),
          deal_price: money('处理价', { least: 1, visible: isDiscount, required: isDiscount }),
          codes: { ...codesAsked, visible: movesPieces },
        },
      },
    },
    // Two steps of one call: what is refused stays where it was.
    firstScrapAudit: {
      label: '报废审核',
      from: [2],
      to: { pass: oneOf([4, 3], passedScrap), reject: 2 },
      segment: 'imperfectScrapAudit',
      access: 'stock:imperfectScrap',
      approval: true,
    },
    scrapAudit: {
      label: '报废审核',
      from: [3],
      to: { pass: oneOf([4, 3], passedScrap), reject: 3 },
      segment: 'imperfectScrapAudit',
      access: 'stock:imperfectScrap',
      approval: true,
    },
    giveBack: { label: '退回处理', from: [3, 4], to: oneOf([3, 2], givenBack), by: 'system' },
    cancel: {
      label: '作废',
      from: [1, 5],
      to: -1,
      segment: 'imperfectCancel',
      access: 'stock:imperfectAdd',
      cancels: true,
      confirm: '确认作废？此操作不可恢复',
      asks: { reason: prose('作废原因', why) },
    },
  },
  calls: {
    list: ['imperfectList', 'stock:imperfectView'],
    detail: ['imperfectDetail', 'stock:imperfectView'],
    add: ['imperfectAdd', 'stock:imperfectAdd'],
  },
  list: {
    columns: [
      'imperfect_no',
      'warehouse_id',
      'source_type',
      'supplier_id',
      'total_qty',
      'dealt_qty',
      'scrap_qty',
      'status',
      'created_by',
      'created_at',
    ],
    filters: ['imperfect_no', 'warehouse_id', 'supplier_id', 'source_type', 'status', 'scrap_qty', 'created_at'],
    search: ['imperfect_no', 'source_no'],
    searchThrough: { 'sku_id.sku_no': goodsCodes.sku_no },
    sort: ['-id', 'imperfect_no', 'total_qty'],
    sum: ['total_qty', 'dealt_qty', 'scrap_qty'],
  },
  scope: { warehouse: 'warehouse_id', supplier: 'supplier_id' },
  attachments: { kinds: { picture: '残次照片', report: '质检报告', other: '其他' }, prefix: 'imperfect' },
  rules: [gradesMove],
});

/** Some of it has been dealt with, or all. */
function passedScrap(record: Plain): 3 | 4 {
  return byDealt(record) === 4 ? 4 : 3;
}

/** Something of it is to be dealt with again. */
function givenBack(record: Plain): 2 | 3 {
  return byDealt(record) === 2 ? 2 : 3;
}
