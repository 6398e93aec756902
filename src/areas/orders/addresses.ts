/** Where orders, their deliveries, changes of price and money are looked at. */
export const orderAt = {
  list: '/addorders/getorderList',
  labels: '/addorders/getorderList?view=labels',
  detail: (id: number) => `/addorders/getorderDetals?id=${id}`,
} as const;

export const outAt = {
  detail: (id: number) => `/addorders/outList?id=${id}`,
  pick: (id: number) => `/addorders/outList?id=${id}&step=pick`,
} as const;

export const changeAt = {
  list: '/addorders/changePriceList',
  fresh: '/addorders/changePriceList?new=1',
  freshFor: (orderId: number) => `/addorders/changePriceList?new=1&order_id=${orderId}`,
  detail: (id: number) => `/addorders/changePriceList?id=${id}`,
} as const;

export const accountAt = {
  list: '/addorders/orderAccount',
  coupons: '/addorders/orderAccount?view=coupons',
  detail: (id: number) => `/addorders/orderAccDetails?id=${id}`,
} as const;
