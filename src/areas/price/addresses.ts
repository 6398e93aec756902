/** Where the sheets of prices are written, judged and looked at. */
export const priceAt = {
  list: '/shopsprice/priceList',
  fresh: '/shopsprice/priceAdd',
  apply: '/shopsprice/priceApply',
  search: '/shopsprice/priceSerch',
  edit: (id: number) => `/shopsprice/priceAdd?id=${id}`,
  audit: (id: number) => `/shopsprice/priceAdit?id=${id}`,
  detail: (id: number) => `/shopsprice/priceDetails?id=${id}`,
} as const;

/** States of a sheet in which somebody is to judge it. */
export const judged: readonly number[] = [1, 2, 3, 4];
