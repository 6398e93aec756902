/** Where attributes, their values and what categories bind are looked at and worked on. */
export const attributeAt = {
  list: '/shops/addShopAttribute',
  fresh: '/shops/editKey',
  edit: (id: number) => `/shops/editKey?id=${id}`,
  values: (keyId: number) => `/shops/addValue?key_id=${keyId}`,
  words: (id: number) => `/shops/attrDec?id=${id}`,
} as const;

/** Where runs of sizes and the measures of styles are. */
export const sizeAt = {
  list: '/shopstool/size_type/size_type',
  fresh: '/shopstool/size_type/createSize',
  edit: (id: number) => `/shopstool/size_type/createSize?id=${id}`,
  styles: (id: number) =>
    `/shopstool/product_size/list_by_sizeId?size_type_id=${encodeURIComponent(JSON.stringify([id]))}`,
} as const;

export const measureAt = {
  list: '/shopstool/product_size/product_size',
  show: (spuId: number) => `/shopstool/product_size/show?spu_id=${spuId}`,
  edit: (spuIds: readonly number[]) => `/shopstool/product_size/batchGoodsSize?spu_ids=${spuIds.join(',')}`,
} as const;

export const propertyAt = {
  list: '/shops/catepropertyList',
  bind: (categoryId?: number) => `/shops/relevanceAttr${categoryId === undefined ? '' : `?category_id=${categoryId}`}`,
  options: (id: number) => `/shops/relevanceAttroption?id=${id}`,
} as const;

/** Where many styles, or many pieces of goods, are changed at once. */
export const manyAt = { styles: '/shopstool/modifyShop', pieces: '/shopstool/modifyGoods' } as const;

/** Where pieces of goods are. */
export const skuAt = {
  list: '/commodities/addList',
  fresh: '/commodities/addCommod',
  edit: (id: number) => `/commodities/addCommod?id=${id}`,
} as const;

/** Where styles of goods are. */
export const spuAt = {
  list: '/shops/addShop',
  fresh: '/shops/newShop',
  edit: (id: number) => `/shops/newShop?id=${id}`,
  /** A new one that begins as this one is; once saved it begins with its colours and sizes ticked. */
  copy: (id: number) => `/shops/newShop?from=${id}`,
  copied: (id: number, from: number) => `/shops/newShop?id=${id}&from=${from}`,
} as const;
