import type { Places } from '../../kit/place.ts';

export const places: Places = {
  order: { list: '/addorders/getorderList', record: '/addorders/getorderDetals?id={id}' },
  orderOut: { list: '/addorders/outList', record: '/addorders/outList?id={id}' },
  changePrice: { list: '/addorders/changePriceList', record: '/addorders/changePriceList?id={id}' },
  orderOutCoupon: {
    list: '/addorders/orderAccount?view=coupons',
    record: '/addorders/orderAccount?view=coupons&id={id}',
    screenOf: 'orderAccount',
  },
  pushRefusal: { list: '/ops/pushRefusals', record: '/ops/pushRefusals' },
  orderLabel: {
    list: '/addorders/getorderList?view=labels',
    record: '/addorders/getorderList?view=labels&keyword={no}',
    screenOf: 'order',
  },
};
