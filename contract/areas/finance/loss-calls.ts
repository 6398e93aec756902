import { command } from '../../kit/call.ts';

/** Where what stands on 1901 may go (amendments G8): expenses, losses, income, or what a person answers for. */
export const lossSubjects = {
  6602: '6602 管理费用',
  6711: '6711 营业外支出',
  6301: '6301 营业外收入',
  '1221.01': '1221.01 其他应收款-收银员',
} as const;

/** Clears what stands on 1901 at the end of a month by a voucher, which another person judges and posts; its number. */
export const lossDispose = command<
  { period: string; subject: string; reason: string },
  { id: number; voucher_no: string }
>({ service: 'erp', path: '/v1/statement/lossDispose', access: 'statement:voucherSave' });
