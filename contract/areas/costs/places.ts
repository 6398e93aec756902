import type { Places } from '../../kit/place.ts';

export const places: Places = {
  waitingPrice: {
    list: '/buybox/chengbenList?view=waiting',
    record: '/buybox/chengbenList?view=waiting&keyword={no}',
    screenOf: 'purchaseCost',
  },
  costAdjust: { list: '/finance/costAdjust', record: '/finance/costDetails?id={id}' },
};
