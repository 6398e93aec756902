/** Where vouchers are listed, written and looked at. */
export const voucherAt = {
  list: '/finance/voucher/voucherList',
  fresh: '/finance/voucher/transactionEntry',
  edit: (id: number) => `/finance/voucher/transactionEntry?id=${id}&edit=1`,
  detail: (id: number) => `/finance/voucher/transactionEntry?id=${id}`,
} as const;
