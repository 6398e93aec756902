import { person } from '../../kit/base-fields.ts';
import { entity } from '../../kit/definition.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { dealTypes, matchStates } from './cashier-enums.ts';
import { channelRecon } from './channel-recon.ts';

const shown = { derived: true } as const;
const signed = { derived: true, least: -limits.documentMoney, most: limits.documentMoney } as const;

/**
 * A payment or refund as the channel and as orders say it, side by side: without a figure where one of them does not know it. Refunds are
 * below zero and carry the number of what they give back. Written by the import and by `reconDeal` alone. Money in fen.
 */
export const channelReconLine = entity('channelReconLine', {
  label: '渠道对账明细',
  group: '/v1/CashierBill',
  title: 'trade_no',
  view: true,
  fields: {
    recon_id: reference(() => channelRecon, '渠道对账单', shown),
    trade_no: text('交易流水号', shown),
    is_refund: flag('退款', { derived: true, internal: true }),
    order_no: text('订单号', shown),
    channel_amount: money('渠道金额', signed),
    system_amount: money('系统金额', signed),
    diff_amount: money('差额', signed),
    fee_amount: money('手续费', signed),
    match_state: choice('对账结果', matchStates, shown),
    deal_type: choice('处理方式', dealTypes, shown),
    remark: text('处理说明', { derived: true, most: limits.reason }),
    dealt_by: reference(() => person, '处理人', shown),
    dealt_at: time('处理时间', shown),
    payment_id: integer('支付ID', { derived: true, internal: true, most: Number.MAX_SAFE_INTEGER }),
  },
  calls: { list: ['reconLineList', 'CashierBill:reconView'] },
  list: {
    columns: [
      'trade_no',
      'order_no',
      'channel_amount',
      'system_amount',
      'diff_amount',
      'fee_amount',
      'match_state',
      'deal_type',
      'remark',
      'dealt_by',
      'dealt_at',
    ],
    filters: ['recon_id', 'match_state', 'trade_no', 'order_no', 'deal_type'],
    search: ['trade_no', 'order_no'],
    sort: ['id', 'trade_no', '-diff_amount'],
    sum: ['channel_amount', 'system_amount', 'diff_amount', 'fee_amount'],
  },
});
