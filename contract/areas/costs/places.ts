import type { Places } from '../../kit/place.ts';

export const places: Places = {
  costAdjust: { list: '/finance/costAdjust', record: '/finance/costDetails?id={id}' },
};
