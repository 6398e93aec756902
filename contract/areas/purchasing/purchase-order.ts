import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity, rate } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { organize } from '../access/organize.ts';
import { contract } from '../contracts/contract.ts';
import { coModel, priceState, purchaseOrderStatus, purchaseType } from '../enums.ts';
import { sku } from '../goods/sku.ts';
import { purchaser } from '../partners/purchaser.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';

const sum = { initial: 0, derived: true } as const;
const secret = { mask: 'stock:costView' } as const;

/** An order to a supplier (domain.md §3.5, §4.5); calls, steps and screens come with the issue of purchasing, selections with theirs. */
export const purchaseOrder = document('purchaseOrder', {
  label: '采购单',
  group: '/v1/purchaseOrder',
  number: { prefix: 'CG', field: 'purchase_no' },
  title: 'purchase_no',
  fields: {
    purchase_no: text('采购单号', { required: true, unique: true, derived: true }),
    purchase_type: choice('采购类型', purchaseType, { required: true }),
    co_model: choice('合作模式', coModel, { required: true }),
    supplier_id: reference(() => supplier, '供应商', { required: true }),
    contract_id: reference(() => contract, '合同'),
    purchaser_id: reference(() => purchaser, '采购员', { required: true }),
    department_id: reference(() => organize, '部门'),
    warehouse_id: reference(() => warehouse, '收货仓库', { required: true }),
    expect_date: date('预计到货日', { required: true }),
    total_qty: quantity('采购数量', sum),
    total_amount: money('采购金额(含税)', { ...sum, ...secret }),
    booked_qty: quantity('已预约数量', sum),
    in_qty: quantity('已入库数量', sum),
    in_amount: money('已入库金额', { ...sum, ...secret }),
  },
  lines: {
    label: '采购明细',
    least: 1,
    fields: {
      sku_id: reference(() => sku, '货品', { required: true }),
      qty: quantity('采购数量', { required: true }),
      purchase_price: money('进价(含税)', { initial: 0, ...secret }),
      tax_rate_bp: rate('税率', { required: true }),
      price_state: choice('进价状态', priceState, { required: true }),
      amount: money('金额', { ...sum, ...secret, compute: (line) => Number(line.qty) * Number(line.purchase_price) }),
      booked_qty: quantity('已预约', sum),
      in_qty: quantity('已入库', sum),
      closed_qty: quantity('已关闭数量', sum),
    },
    unique: ['sku_id'],
  },
  states: {
    0: [purchaseOrderStatus[0], 'draft', 'idle'],
    1: [purchaseOrderStatus[1], 'waiting', 'waiting'],
    2: [purchaseOrderStatus[2], 'rejected', 'refused'],
    3: [purchaseOrderStatus[3], 'to_arrive', 'moving'],
    4: [purchaseOrderStatus[4], 'partly_arrived', 'moving'],
    5: [purchaseOrderStatus[5], 'finished', 'done'],
    6: [purchaseOrderStatus[6], 'closed', 'done'],
    [-1]: [purchaseOrderStatus[-1], 'cancelled', 'void'],
  },
  editable: [],
  transitions: {},
  calls: {},
  list: {
    columns: [
      'purchase_no',
      'purchase_type',
      'supplier_id',
      'purchaser_id',
      'warehouse_id',
      'total_qty',
      'in_qty',
      'status',
    ],
    filters: ['purchase_type', 'co_model', 'supplier_id', 'purchaser_id', 'department_id', 'status', 'created_at'],
    search: ['purchase_no'],
    sort: ['-created_at', 'expect_date'],
    sum: ['total_qty', 'total_amount', 'in_qty'],
  },
  scope: { supplier: 'supplier_id', warehouse: 'warehouse_id' },
});
