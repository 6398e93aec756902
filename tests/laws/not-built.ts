// Addresses of the specification that have no screen yet. This list may only shrink: whoever builds a screen takes its line out.

export const notBuilt: readonly string[] = [
  '/shopstool/modifyPic',
  '/shopstool/modifyAttribute',
  '/coupon/promotionList',
  '/coupon/promotionAdd',
  '/coupon/promotionDetails',
  '/coupon/couponList',
  '/coupon/couponAdd',
  '/coupon/couponDetails',
  '/coupon/couponsendList',
  '/coupon/couponsendAdd',
  '/coupon/couponsendSerch',
  '/coupon/giftActivity',
  '/coupon/addActivity',
  '/coupon/activityDetail',
  '/coupon/giftManage',
  '/coupon/addGift',
  '/coupon/giftStock',
  '/addorders/serviceDetals',
  '/addorders/serviceList',
  '/addorders/moneyDetals',
  '/addorders/moneyList',
  '/addorders/getorderDetals',
  '/addorders/getorderList',
  '/addorders/orderAccount',
  '/addorders/payeeStatement',
  '/addorders/orderAccDetails',
  '/addorders/changePriceList',
  '/addorders/outList',
  '/addorders/applyInvoice',
  '/systemSet/hangtagProduction',
  '/setManage/versioning',
];

/** Its length when it was last shortened; `notBuilt` may never be longer. */
export const mostNotBuilt = 31;
