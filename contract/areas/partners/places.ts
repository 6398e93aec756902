import type { Places } from '../../kit/place.ts';

export const places: Places = {
  supplier: { list: '/basicbox/gyList', record: '/basicbox/gyDetails?id={id}' },
  supplierAccount: { list: '/basicbox/gyzhList', record: '/basicbox/gyzhEdit?id={id}' },
  // What waits for finance stands beside the accounts.
  supplierAccountChange: {
    list: '/basicbox/gyzhList?shows=changes',
    record: '/basicbox/gyzhEdit?shows=change&id={id}',
    screenOf: 'supplierAccount',
  },
  purchaser: { list: '/basicbox/cgList', record: '/basicbox/cgEdit?id={id}' },
  shop: { list: '/basicbox/mdList', record: '/basicbox/addMd?id={id}' },
  warehouse: { list: '/basicbox/ckList', record: '/basicbox/addCk?id={id}' },
  logistics: { list: '/basicbox/wlList', record: '/basicbox/addWl?id={id}' },
};
