/** Where vouchers are listed, written and looked at. */
export const voucherAt = {
  list: '/finance/voucher/voucherList',
  fresh: '/finance/voucher/transactionEntry',
  edit: (id: number) => `/finance/voucher/transactionEntry?id=${id}&edit=1`,
  detail: (id: number) => `/finance/voucher/transactionEntry?id=${id}`,
} as const;

/** Where the rules of vouchers are listed and looked at, and changes of them proposed and judged. */
export const ruleAt = {
  list: '/ops/rules',
  detail: (id: number) => `/ops/rules?id=${id}`,
  changes: '/ops/rules?changes=1',
  change: (id: number) => `/ops/rules?changes=1&id=${id}`,
  edit: (id: number) => `/ops/rules?changes=1&id=${id}&edit=1`,
  propose: (rule: number) => `/ops/rules?rule=${rule}`,
} as const;
