import type { Places } from '../../kit/place.ts';

export const places: Places = {
  attributeKey: { list: '/shops/addShopAttribute', record: '/shops/editKey?id={id}' },
  attributeValue: { list: '/shops/attrLibrary', record: '/shops/attrLibrary?keyword={no}' },
  categoryProperty: { list: '/shops/catepropertyList', record: '/shops/relevanceAttroption?id={id}' },
  sizeType: { list: '/shopstool/size_type/size_type', record: '/shopstool/size_type/createSize?id={id}' },
  goodsLabel: { list: '/shops/doorIdent', record: '/shops/doorIdent?keyword={no}' },
  spuTag: { list: '/shops/shopGroup', record: '/shops/shopGroup?keyword={no}' },
  spu: { list: '/shops/addShop', record: '/shops/addShop?keyword={no}' },
  sku: { list: '/storage/stockList', record: '/storage/stockList?sku_id={id}', screenOf: 'stock' },
};
