/** Where members are looked at. */
export const memberAt = {
  list: '/member/meberList',
  adjustments: '/member/meberList?view=adjust',
  detail: (id: number) => `/member/meberDetails?id=${id}`,
} as const;
