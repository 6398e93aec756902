import type { Places } from '../../kit/place.ts';

export const places: Places = {
  outWareDetail: { list: '/storage/outwareList', record: '/storage/outwareDetail?id={id}' },
  stock: { list: '/storage/stockList', record: '/storage/stockList' },
  stockAdjustment: { list: '/storage/stockAdjustmentList', record: '/storage/stockAdjustmentDet?id={id}' },
  stocktaking: { list: '/storage/stocktakingList', record: '/storage/stocktakingDetal?id={id}' },
};
