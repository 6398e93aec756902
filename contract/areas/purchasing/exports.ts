import { person } from '../../kit/base-fields.ts';
import { choice, choices } from '../../kit/kinds/choice.ts';
import { references } from '../../kit/kinds/reference.ts';
import { texts } from '../../kit/kinds/text.ts';
import { labelsOf } from '../../kit/states.ts';
import { organize } from '../access/organize.ts';
import { coModel, purchaseType } from '../enums.ts';
import { purchaser } from '../partners/purchaser.ts';
import { exportType, someSpan, type TaskForm, taskForm } from '../tasks/form.ts';
import { goodsOf, productPair, products, span, suppliers, together, warehouses } from '../tasks/form-parts.ts';
import { taskType } from '../tasks/task.ts';
import { inWareBatchStates } from './inbound-enums.ts';
import { purchaseOrderStates } from './purchase-enums.ts';

const batchTime = span('创建时间', 'created_at_start', 'created_at_end');
const intoTime = span('入库时间', 'into_time_start', 'into_time_end');
const purchaseTime = span('采购创建时间', 'start_time', 'end_time');

export const inboundExport = taskForm('inboundExport', {
  type: taskType.inbound,
  access: 'InWareBatch:view',
  spans: [batchTime, intoTime],
  oneSpan: { label: '时间类型', names: [batchTime.label, intoTime.label] },
  pairs: [productPair, { type: 'purchase_ware_batch_type', value: 'purchase_ware_batch_value', words: together }],
  fields: {
    list_type: exportType('列表类型', { 1: '批次汇总', 2: '入库明细' }, '请选择类型'),
    ...warehouses,
    status_list: choices('入库状态', labelsOf(inWareBatchStates)),
    ...goodsOf,
    admin_ids: references(() => person, '创建人'),
    ...products,
    purchase_ware_batch_type: choice('批次类型', { 1: '批次号', 2: '入库单号', 3: '采购单号', 4: '预约单号' }),
    purchase_ware_batch_value: texts('批次值'),
  },
  rules: [someSpan([batchTime, intoTime], '请选择时间')],
});

export const purchaseExport = taskForm('purchaseExport', {
  type: taskType.purchase,
  access: 'purchaseOrder:view',
  spans: [purchaseTime],
  pairs: [productPair],
  fields: {
    status: choices('采购状态', labelsOf(purchaseOrderStates)),
    co_model: choices('合作模式', coModel),
    purchase_type: choices('采购类型', purchaseType),
    purchaser_ids: references(() => purchaser, '采购员'),
    department_ids: references(() => organize, '部门'),
    ...suppliers,
    ...goodsOf,
    ...products,
    purchase_no: texts('采购单号'),
    admin_ids: references(() => person, '创建人'),
  },
  rules: [someSpan([purchaseTime], '请选择时间')],
});

/** The exports of this area. */
export const exports: readonly TaskForm[] = [inboundExport, purchaseExport];
