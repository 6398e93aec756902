/** Where check bills are begun, filled, reviewed and looked at. */
export const billAt = {
  list: '/buybox/duizhangList',
  fresh: '/buybox/duizhangAdd',
  edit: (id: number) => `/buybox/duizhangAdd?id=${id}`,
  choose: (id: number) => `/buybox/duizhangChose?id=${id}`,
  review: (id: number) => `/buybox/duizhangAddDet?id=${id}`,
  detail: (id: number) => `/buybox/duizhangDetals?id=${id}`,
} as const;

export const fineAt = {
  list: '/buybox/fakuanList',
  fresh: '/buybox/fakuanList?new=1',
  edit: (id: number) => `/buybox/fakuanList?id=${id}&edit=1`,
  detail: (id: number) => `/buybox/fakuanList?id=${id}`,
} as const;

export const statementAt = {
  list: '/finance/statementList',
  fresh: '/finance/statementAdd',
  freshFor: (supplier: number, bill?: number) =>
    `/finance/statementAdd?supplier_id=${supplier}${bill === undefined ? '' : `&check_bill_id=${bill}`}`,
  edit: (id: number) => `/finance/statementAdd?id=${id}`,
  audit: (id: number) => `/finance/statementShenhe?id=${id}`,
  detail: (id: number) => `/finance/statementSure?id=${id}`,
} as const;

export const paymentAt = {
  list: '/finance/paymentList',
  fresh: '/finance/paymentAdd',
  freshFor: (supplier: number, statement: number) =>
    `/finance/paymentAdd?supplier_id=${supplier}&statement_id=${statement}`,
  edit: (id: number) => `/finance/paymentAdd?id=${id}`,
  audit: (id: number) => `/finance/paymentShenhe?id=${id}`,
  pay: (id: number) => `/finance/paymentPay?id=${id}`,
  detail: (id: number) => `/finance/paymentDetails?id=${id}`,
} as const;
