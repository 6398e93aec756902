import type { Places } from '../../kit/place.ts';

export const places: Places = {
  spu: { list: '/shops/addShop', record: '/shops/addShop?keyword={no}' },
  sku: { list: '/storage/stockList', record: '/storage/stockList?sku_id={id}', screenOf: 'stock' },
};
