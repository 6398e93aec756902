import type { Places } from '../../kit/place.ts';

export const places: Places = {
  cashierBill: { list: '/finance/cashreconList', record: '/finance/cashDetails?id={id}' },
  channelRecon: { list: '/finance/reconciliaList', record: '/finance/reconDet?id={id}' },
  shopBill: { list: '/finance/shopreconList', record: '/finance/shopSettle?id={id}' },
};
