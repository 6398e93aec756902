import { document } from '../../kit/definition.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { limits } from '../../kit/limits.ts';
import { codesMost } from '../codes/code-enums.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { hangSource, hangSources, templateType } from './tag-enums.ts';
import { tagTemplate } from './tag-template.ts';

const counted = { initial: 0, derived: true, least: 0, most: Number.MAX_SAFE_INTEGER } as const;
const ofDocument = ({ source_type: type }: Readonly<Record<string, unknown>>): boolean =>
  type === hangSource.purchaseOrder || type === hangSource.codeOrder;
const ofCodes = ({ source_type: type }: Readonly<Record<string, unknown>>): boolean => type === hangSource.codeOrder;

/**
 * Hang tags to be made (domain.md §3.11, §4.18): so many of each piece of goods, or one for each unique code of an order of codes, whose
 * tags may be written as well. What is printed and written is told by `/v1/tag/jobPrint`.
 */
export const hangTagJob = document('hangTagJob', {
  label: '吊牌制作单',
  group: '/v1/tag',
  number: { prefix: 'DP', field: 'job_no' },
  title: 'job_no',
  fields: {
    job_no: text('制作单号', { unique: true, derived: true }),
    template_id: reference(() => tagTemplate, '吊牌模板', {
      required: true,
      among: () => ({ template_type: templateType.hangTag }),
    }),
    source_type: choice('来源', hangSources, { required: true, initial: hangSource.goods }),
    source_no: text('来源单号', { visible: ofDocument, required: ofDocument }),
    write_epc: flag('写EPC', { visible: ofCodes }),
    total_qty: quantity('总数量', counted),
    printed_qty: quantity('已打印', counted),
    written_qty: quantity('已写EPC', counted),
  },
  lines: {
    label: '吊牌明细',
    least: 1,
    fields: {
      sku_id: reference(() => sku, '货品', { required: true }),
      qty: quantity('数量', { required: true, least: 1, most: codesMost }),
      printed_qty: quantity('已打印', counted),
      written_qty: quantity('已写EPC', counted),
    },
    unique: ['sku_id'],
  },
  states: {
    1: ['待打印', 'waiting', 'waiting'],
    2: ['打印中', 'printing', 'moving'],
    3: ['已完成', 'finished', 'done'],
    [-1]: ['已作废', 'cancelled', 'void'],
  },
  begins: [1],
  editable: [],
  transitions: {
    print: { label: '打印/写码', from: [1, 2], to: 2, by: 'system' },
    finish: {
      label: '完成',
      from: [2],
      to: 3,
      segment: 'jobFinish',
      access: 'tag:print',
      confirm: '完成后不再打印，未打印的唯一码可以做到别的制作单上，确认完成？',
    },
    cancel: {
      label: '作废',
      from: [1],
      to: -1,
      segment: 'jobCancel',
      access: 'tag:jobAdd',
      cancels: true,
      confirm: '确认作废？此操作不可恢复',
      asks: { reason: prose('作废原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    },
  },
  calls: {
    list: ['jobList', 'tag:view'],
    detail: ['jobDetail', 'tag:view'],
    add: ['jobAdd', 'tag:jobAdd'],
  },
  list: {
    columns: [
      'job_no',
      'template_id',
      'source_type',
      'source_no',
      'write_epc',
      'total_qty',
      'printed_qty',
      'written_qty',
      'status',
      'created_by',
      'created_at',
    ],
    filters: ['job_no', 'source_type', 'source_no', 'template_id', 'write_epc', 'status', 'created_at'],
    search: ['job_no', 'source_no'],
    searchThrough: { 'sku_id.sku_no': goodsCodes.sku_no },
    sort: ['-id', 'job_no', '-total_qty'],
    sum: ['total_qty', 'printed_qty'],
  },
});
