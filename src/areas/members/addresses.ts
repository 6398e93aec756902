/** Where members are looked at. */
export const memberAt = {
  list: '/member/meberList',
  paid: '/member/meberList?view=paid',
  plans: '/member/meberList?view=plans',
  rebates: '/member/meberList?view=rebates',
  adjustments: '/member/meberList?view=adjust',
  detail: (id: number) => `/member/meberDetails?id=${id}`,
} as const;
