import type { Places } from '../../kit/place.ts';

export const places: Places = {
  goodsSelection: { list: '/buybox/selectShop', record: '/buybox/selectShopDetails?id={id}' },
  purchaseOrder: { list: '/buybox/caigouList', record: '/buybox/addCaig?id={id}' },
  arrivalOrder: { list: '/buybox/yuyueList', record: '/buybox/yuyueDetals?id={id}' },
  purchaseLine: { list: '/buybox/caigouList', record: '/buybox/caigouList?keyword={no}', screenOf: 'purchaseOrder' },
  inWareBatch: { list: '/buybox/rukuList', record: '/buybox/rukuDetals?id={id}' },
  inWareDetail: { list: '/storage/inwaredetaList', record: '/storage/inwaredetaList?keyword={no}' },
  differenceOrder: { list: '/buybox/chayiList', record: '/buybox/chayiDetals?id={id}' },
  backOrder: { list: '/buybox/tuifanList', record: '/buybox/tuifanDetails?id={id}' },
  imperfectRecord: { list: '/buybox/imperfectShopManagement', record: '/buybox/imperfectDetails?id={id}' },
};
