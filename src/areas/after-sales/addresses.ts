/** Where after-sales, refunds and invoices are made and looked at. */
export const serviceAt = {
  list: '/addorders/serviceList',
  fresh: '/addorders/serviceList?new=1',
  detail: (id: number) => `/addorders/serviceDetals?id=${id}`,
} as const;

export const refundAt = {
  list: '/addorders/moneyList',
  detail: (id: number) => `/addorders/moneyDetals?id=${id}`,
} as const;

export const invoiceAt = {
  list: '/addorders/applyInvoice',
  fresh: '/addorders/applyInvoice?new=1',
  detail: (id: number) => `/addorders/applyInvoice?id=${id}`,
} as const;
