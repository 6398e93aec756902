import type { Places } from '../../kit/place.ts';

export const places: Places = {
  promotion: { list: '/coupon/promotionList', record: '/coupon/promotionDetails?id={id}' },
  giftActivity: { list: '/coupon/giftActivity', record: '/coupon/activityDetail?id={id}' },
  gift: { list: '/coupon/giftManage', record: '/coupon/addGift?id={id}' },
  giftReserve: { list: '/coupon/giftStock', record: '/coupon/giftStock', screenOf: 'giftStock' },
  giftStock: { list: '/coupon/giftStock', record: '/coupon/giftStock' },
};
