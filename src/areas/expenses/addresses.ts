/** Where current expenses are written, judged, paid and looked at. */
export const currentAt = {
  list: '/finance/currentExpense',
  fresh: '/finance/currentAdd',
  edit: (id: number) => `/finance/currentAdd?id=${id}`,
  audit: (id: number) => `/finance/currentShene?id=${id}`,
  pay: (id: number) => `/finance/currentPay?id=${id}`,
  detail: (id: number) => `/finance/currentDetails?id=${id}`,
} as const;

/** The same of operating expenses, which are judged and paid where they are looked at. */
export const expenseAt = {
  list: '/finance/expense/expenseList',
  fresh: '/finance/expense/addExpense',
  edit: (id: number) => `/finance/expense/addExpense?id=${id}`,
  detail: (id: number) => `/finance/expense/expenseDetails?id=${id}`,
} as const;
