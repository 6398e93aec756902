import type { Places } from '../../kit/place.ts';

export const places: Places = {
  voucher: { list: '/finance/voucher/voucherList', record: '/finance/voucher/transactionEntry?id={id}' },
  transactionEntry: { list: '/finance/transactionEntry', record: '/finance/transactionEntry' },
  voucherAbnormal: { list: '/finance/voucher/abnormal', record: '/finance/voucher/abnormal' },
  bookingRule: { list: '/ops/voucherRules', record: '/ops/voucherRule?id={id}' },
  ruleChange: { list: '/ops/ruleChanges', record: '/ops/ruleChange?id={id}' },
};
