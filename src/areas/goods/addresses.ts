/** Where attributes, their values and what categories bind are looked at and worked on. */
export const attributeAt = {
  list: '/shops/addShopAttribute',
  fresh: '/shops/editKey',
  edit: (id: number) => `/shops/editKey?id=${id}`,
  values: (keyId: number) => `/shops/addValue?key_id=${keyId}`,
  words: (id: number) => `/shops/attrDec?id=${id}`,
} as const;

export const propertyAt = {
  list: '/shops/catepropertyList',
  bind: (categoryId?: number) => `/shops/relevanceAttr${categoryId === undefined ? '' : `?category_id=${categoryId}`}`,
  options: (id: number) => `/shops/relevanceAttroption?id=${id}`,
} as const;
