/** Where vouchers are listed, written and looked at. */
export const voucherAt = {
  list: '/finance/voucher/voucherList',
  fresh: '/finance/voucher/transactionEntry',
  edit: (id: number) => `/finance/voucher/transactionEntry?id=${id}&edit=1`,
  detail: (id: number) => `/finance/voucher/transactionEntry?id=${id}`,
} as const;

/** Where the rules of vouchers are listed and looked at, and changes of them proposed and judged. */
export const ruleAt = {
  list: '/ops/voucherRules',
  detail: (id: number) => `/ops/voucherRule?id=${id}`,
  changes: '/ops/ruleChanges',
  change: (id: number) => `/ops/ruleChange?id=${id}`,
  edit: (id: number) => `/ops/ruleChange?id=${id}&edit=1`,
  propose: (rule: number) => `/ops/ruleChange?rule=${rule}`,
} as const;
