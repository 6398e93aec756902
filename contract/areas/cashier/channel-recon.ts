import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer } from '../../kit/kinds/number.ts';
import { text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { oneOf } from '../../kit/transition.ts';
import { channelReconStates, reconChannels } from './cashier-enums.ts';

const sum = { initial: 0, derived: true, least: -limits.documentMoney, most: limits.documentMoney } as const;
const counted = { initial: 0, derived: true, most: Number.MAX_SAFE_INTEGER } as const;
const shown = { required: true, derived: true } as const;

/**
 * One day of one channel: what it says it took against what orders were paid with (domain.md §3.10, §4.23). Its file is taken in by a
 * task, up to a hundred thousand lines, so they are no lines of a form (`channel-recon-line.ts`). Money in fen.
 */
export const channelRecon = document('channelRecon', {
  label: '渠道对账单',
  group: '/v1/CashierBill',
  number: { prefix: 'QD', field: 'recon_no' },
  title: 'recon_no',
  fields: {
    recon_no: text('对账编号', { unique: true, derived: true }),
    channel: choice('渠道', reconChannels, shown),
    recon_date: date('账单日期', shown),
    file_name: text('渠道账单', { derived: true, most: 160 }),
    file_id: text('文件', { derived: true, internal: true }),
    task_id: integer('工单ID', { derived: true, internal: true, most: Number.MAX_SAFE_INTEGER }),
    channel_count: integer('渠道笔数', counted),
    channel_amount: money('渠道金额', sum),
    system_count: integer('系统笔数', counted),
    system_amount: money('系统金额', sum),
    fee_amount: money('手续费', sum),
    diff_amount: money('差额', sum),
    open_count: integer('待处理', counted),
  },
  unique: [['channel', 'recon_date']],
  states: channelReconStates,
  begins: [1],
  editable: [],
  parts: { steps: { reconDeal: '差异处理人' } },
  transitions: {
    importAgain: { label: '重新导入', by: 'system', from: [1, 2], to: 1, submits: true },
    match: {
      label: '匹配',
      by: 'system',
      from: [1],
      to: oneOf([2, 3], ({ open_count: open }) => (Number(open) > 0 ? 2 : 3)),
    },
    finish: {
      label: '完成对账',
      from: [2],
      to: 3,
      segment: 'reconFinish',
      access: 'CashierBill:reconFinish',
      approval: true,
      confirm: '完成后不能再导入和处理，手续费记入收款并生成凭证，确认完成？',
    },
  },
  calls: {
    list: ['reconList', 'CashierBill:reconView'],
    detail: ['reconDetail', 'CashierBill:reconView'],
    options: ['reconOptions', 'CashierBill:reconView'],
  },
  list: {
    columns: [
      'recon_no',
      'channel',
      'recon_date',
      'channel_count',
      'channel_amount',
      'system_count',
      'system_amount',
      'fee_amount',
      'diff_amount',
      'open_count',
      'status',
    ],
    filters: ['recon_no', 'channel', 'recon_date', 'status', 'diff_amount'],
    search: ['recon_no'],
    sort: ['-recon_date', '-id', 'recon_no', '-diff_amount'],
    sum: ['channel_count', 'channel_amount', 'system_count', 'system_amount', 'fee_amount', 'diff_amount'],
  },
});
