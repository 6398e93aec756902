/** What people call the codes of goods, wherever goods are searched by them. */
export const goodsCodes = { sku_no: 'SKU编码', barcode: '条码' } as const;
