import type { Places } from '../../kit/place.ts';

export const places: Places = {
  goodsSelection: { list: '/buybox/selectShop', record: '/buybox/selectShopDetails?id={id}' },
  purchaseOrder: { list: '/buybox/caigouList', record: '/buybox/addCaig?id={id}' },
  arrivalOrder: { list: '/buybox/yuyueList', record: '/buybox/yuyueDetals?id={id}' },
  purchaseLine: { list: '/buybox/caigouList', record: '/buybox/caigouList?keyword={no}', screenOf: 'purchaseOrder' },
};
