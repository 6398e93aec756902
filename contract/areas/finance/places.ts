import type { Places } from '../../kit/place.ts';

export const places: Places = {
  voucher: { list: '/finance/voucher/voucherList', record: '/finance/voucher/transactionEntry?id={id}' },
  transactionEntry: { list: '/finance/transactionEntry', record: '/finance/transactionEntry' },
  voucherAbnormal: { list: '/finance/voucher/abnormal', record: '/finance/voucher/abnormal' },
  ruleChange: { list: '/ops/rules?changes=1', record: '/ops/rules?changes=1&id={id}' },
};
