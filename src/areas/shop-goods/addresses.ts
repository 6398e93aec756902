/** Where goods of shops and pushes are looked at and worked on. */
export const shopGoodsAt = {
  list: '/shops/doorShop',
  online: '/shops/doorShopOnline',
  many: '/shopstool/modifyShops',
} as const;

export const pushAt = {
  list: '/shops/pushShop',
  fresh: '/shops/pushshopEdit',
  detail: (id: number) => `/shops/pushShop?id=${id}`,
  edit: (id: number) => `/shops/pushshopEdit?id=${id}`,
  styles: (spuIds: readonly number[]) => `/shops/pushshopEdit?spu_ids=${spuIds.join(',')}`,
} as const;
