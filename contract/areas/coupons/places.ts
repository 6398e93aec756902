import type { Places } from '../../kit/place.ts';

export const places: Places = {
  coupon: { list: '/coupon/couponList', record: '/coupon/couponDetails?id={id}' },
  couponSend: { list: '/coupon/couponsendList', record: '/coupon/couponsendSerch?id={id}' },
};
