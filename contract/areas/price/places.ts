import type { Places } from '../../kit/place.ts';

export const places: Places = {
  priceSheet: { list: '/shopsprice/priceList', record: '/shopsprice/priceDetails?id={id}' },
  salePrice: { list: '/shopsprice/priceSerch', record: '/shopsprice/priceSerch' },
  priceRecord: { list: '/shopsprice/priceSerch', record: '/shopsprice/priceSerch' },
};
