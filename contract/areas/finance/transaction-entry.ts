import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { organize } from '../access/organize.ts';
import { shop } from '../partners/shop.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { accountSubject } from './account-subject.ts';
import { voucher } from './voucher.ts';
import { voucherBiz } from './voucher-enums.ts';

/** The lines of vouchers by themselves, found by subject and by the document they come from (domain.md §3.10). Those of deleted vouchers are none. */
export const transactionEntry = entity('transactionEntry', {
  label: '业务分录',
  group: '/v1/statement',
  title: 'source_no',
  view: true,
  fields: {
    voucher_id: reference(() => voucher, '凭证'),
    voucher_date: date('凭证日期'),
    period: text('会计期间'),
    biz_type: choice('业务类型', voucherBiz),
    source_no: text('来源单号'),
    summary: text('摘要'),
    subject_id: reference(() => accountSubject, '科目'),
    debit: money('借方'),
    credit: money('贷方'),
    supplier_id: reference(() => supplier, '供应商'),
    shop_id: reference(() => shop, '门店'),
    warehouse_id: reference(() => warehouse, '仓库'),
    department_id: reference(() => organize, '部门'),
    voucher_status: choice('凭证状态', { 1: '待审核', 2: '已审核', 3: '已过账', 4: '已冲销' }),
  },
  calls: { list: ['entryList', 'statement:voucherView'] },
  list: {
    columns: [
      'voucher_id',
      'voucher_date',
      'biz_type',
      'source_no',
      'summary',
      'subject_id',
      'debit',
      'credit',
      'supplier_id',
      'shop_id',
      'warehouse_id',
      'department_id',
      'voucher_status',
    ],
    filters: [
      'period',
      'subject_id',
      'biz_type',
      'source_no',
      'supplier_id',
      'shop_id',
      'warehouse_id',
      'voucher_date',
      'voucher_status',
    ],
    search: ['source_no', 'summary'],
    searchThrough: { 'voucher_id.voucher_no': '凭证号' },
    sort: ['-id', 'voucher_date', '-voucher_date'],
    sum: ['debit', 'credit'],
  },
  scope: { supplier: 'supplier_id', shop: 'shop_id', warehouse: 'warehouse_id' },
});
