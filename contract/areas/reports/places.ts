import type { Places } from '../../kit/place.ts';

export const places: Places = {
  accountPeriod: { list: '/finance/incontList?tab=period', record: '/finance/incontList?tab=period' },
  inoutWater: { list: '/finance/inoutWater', record: '/finance/inoutWater' },
};
