/** Where promotions and gifts are written, judged and looked at. */
export const promotionAt = {
  list: '/coupon/promotionList',
  fresh: '/coupon/promotionAdd',
  edit: (id: number) => `/coupon/promotionAdd?id=${id}`,
  detail: (id: number) => `/coupon/promotionDetails?id=${id}`,
} as const;
export const activityAt = {
  list: '/coupon/giftActivity',
  fresh: '/coupon/addActivity',
  edit: (id: number) => `/coupon/addActivity?id=${id}`,
  detail: (id: number) => `/coupon/activityDetail?id=${id}`,
} as const;
export const giftAt = {
  list: '/coupon/giftManage',
  fresh: '/coupon/addGift',
  edit: (id: number) => `/coupon/addGift?id=${id}`,
} as const;
