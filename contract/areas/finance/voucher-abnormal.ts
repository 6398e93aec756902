import { command } from '../../kit/call.ts';
import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { limits } from '../../kit/limits.ts';
import { voucher } from './voucher.ts';
import { abnormalStatus, abnormalType, voucherBiz } from './voucher-enums.ts';

/** An event of which no voucher could be made, and why (domain.md §4.26): made again once the cause is gone, or left out with a reason. */
export const voucherAbnormal = entity('voucherAbnormal', {
  label: '异常凭证',
  group: '/v1/statement',
  title: 'source_no',
  hint: 'error',
  fields: {
    period: text('会计期间', { derived: true, most: 7 }),
    biz_type: choice('业务类型', voucherBiz, { derived: true }),
    source_type: text('来源单据类型', { derived: true, internal: true }),
    source_no: text('来源单号', { derived: true }),
    error_type: choice('异常类型', abnormalType, { derived: true }),
    error: prose('异常说明', { derived: true, most: limits.remark }),
    retry_count: integer('重试次数', { derived: true, initial: 0 }),
    voucher_id: reference(() => voucher, '凭证', { derived: true }),
    ignore_reason: prose('忽略原因', { derived: true, most: limits.reason }),
    status: choice('状态', abnormalStatus, { derived: true }),
  },
  calls: { list: ['abnormalList', 'statement:voucherView'] },
  list: {
    columns: [
      'period',
      'biz_type',
      'source_no',
      'error_type',
      'error',
      'retry_count',
      'voucher_id',
      'ignore_reason',
      'status',
      'created_at',
    ],
    filters: ['period', 'biz_type', 'source_no', 'error_type', 'status', 'created_at'],
    search: ['source_no', 'error'],
    sort: ['-id'],
  },
});

const dealt = { service: 'erp', access: 'statement:abnormalDeal' } as const;

export const abnormalCalls = {
  /** Makes the vouchers again: how many there are now, and why the others are still missing. */
  retry: command<{ ids: number[] }, { ok_count: number; errors: { id: number; error: string }[] }>({
    ...dealt,
    path: '/v1/statement/abnormalRetry',
  }),
  /** No voucher will be made of these. */
  ignore: command<{ ids: number[]; reason: string }, { count: number }>({
    ...dealt,
    path: '/v1/statement/abnormalIgnore',
    access: 'statement:abnormalIgnore',
  }),
};
