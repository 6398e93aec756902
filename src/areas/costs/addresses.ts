/** Where it is looked up what was bought at which cost, and what waits for its price. */
export const boughtAt = {
  list: '/buybox/chengbenList',
  waiting: '/buybox/chengbenList?view=waiting',
} as const;

/** Where cost adjustments are written, judged and looked at, and where costs are looked up. */
export const costAt = {
  list: '/finance/costAdjust',
  fresh: '/finance/costAdd',
  history: '/finance/costSerch',
  edit: (id: number) => `/finance/costAdd?id=${id}`,
  audit: (id: number) => `/finance/costShenhe?id=${id}`,
  detail: (id: number) => `/finance/costDetails?id=${id}`,
} as const;
