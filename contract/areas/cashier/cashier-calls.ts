import { command } from '../../kit/call.ts';
import type { LineSheet } from '../tasks/line-sheet.ts';

/** What is done about lines that do not match. */
export interface ReconDeal {
  line_id: number;
  deal_type: number;
  remark: string;
}

export const cashierCalls = {
  /** The bill of a channel for a day, from a file that was uploaded for it; one that is not finished is replaced. Matched by a task. */
  reconImport: command<
    { channel: number; recon_date: string; file_id: string },
    { id: number; no: string; version: number }
  >({ service: 'erp', path: '/v1/CashierBill/reconImport', access: 'CashierBill:reconImport' }),
  reconDeal: command<{ id: number; version: number; lines: ReconDeal[] }, { version: number; open_count: number }>({
    service: 'erp',
    path: '/v1/CashierBill/reconDeal',
    access: 'CashierBill:reconDeal',
  }),
  /** A bill for each of the shops, of a day (yyyy-MM-dd) or a month (yyyy-MM): all or none. */
  generate: command<{ shop_ids: number[]; period_type: number; period: string }, { bill_nos: string[] }>({
    service: 'erp',
    path: '/v1/ShopBill/generate',
    access: 'ShopBill:generate',
  }),
};

/** Lines of one channel's day, and shops of one call. */
export const cashierLimits = { reconLines: 200_000, dealtAtOnce: 5000, shopsAtOnce: 500 } as const;

/** The columns of a channel's bill. */
export const channelSheet: LineSheet = {
  template: 'channel_bill',
  label: '渠道账单',
  columns: [
    {
      key: 'trade_no',
      label: '交易流水号',
      aliases: ['流水号', '交易号', '商户订单号', '券码', 'trade no'],
      required: true,
      rule: '与系统支付流水号一致；退款行填写原支付的流水号',
      example: '4200001234202603010001',
    },
    {
      key: 'order_no',
      label: '订单号',
      aliases: ['订单编号', 'order no'],
      required: false,
      rule: '可不填',
      example: 'SO26030100001',
    },
    {
      key: 'amount',
      label: '金额',
      aliases: ['交易金额', '订单金额', '金额(元)', 'amount'],
      required: true,
      rule: '元，最多两位小数；退款为负数',
      example: '199.00',
    },
    {
      key: 'fee',
      label: '手续费',
      aliases: ['费用', '手续费(元)', 'fee'],
      required: false,
      rule: '元，最多两位小数；退回的手续费为负数',
      example: '1.19',
    },
  ],
};
