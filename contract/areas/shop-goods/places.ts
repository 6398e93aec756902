import type { Places } from '../../kit/place.ts';

export const places: Places = {
  shopShelf: { list: '/shops/doorShop', record: '/shops/doorShop?keyword={no}' },
  onlineShelf: { list: '/shops/doorShopOnline', record: '/shops/doorShopOnline?keyword={no}' },
  goodsPush: { list: '/shops/pushShop', record: '/shops/pushShop?id={id}' },
};
