/** Where bills of cashiers, channels and shops are looked at. */
export const tillBillAt = {
  list: '/finance/cashreconList',
  history: '/finance/cashhiStory',
  detail: (id: number) => `/finance/cashDetails?id=${id}`,
  step: (id: number, step: string) => `/finance/cashDetails?id=${id}&step=${step}`,
} as const;

export const reconAt = {
  list: '/finance/reconciliaList',
  detail: (id: number) => `/finance/reconDet?id=${id}`,
} as const;

export const shopBillAt = {
  list: '/finance/shopreconList',
  detail: (id: number) => `/finance/shopSettle?id=${id}`,
} as const;
