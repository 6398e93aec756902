/** Where coupons and their sending are looked at and worked on. */
export const couponAt = {
  list: '/coupon/couponList',
  notes: '/coupon/couponList?view=notes',
  fresh: '/coupon/couponAdd',
  edit: (id: number) => `/coupon/couponAdd?id=${id}`,
  detail: (id: number) => `/coupon/couponDetails?id=${id}`,
} as const;

export const sendAt = {
  list: '/coupon/couponsendList',
  fresh: '/coupon/couponsendAdd',
  of: (couponId: number) => `/coupon/couponsendAdd?coupon_id=${couponId}`,
  edit: (id: number) => `/coupon/couponsendAdd?id=${id}`,
  detail: (id: number) => `/coupon/couponsendSerch?id=${id}`,
} as const;
