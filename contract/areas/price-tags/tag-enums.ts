/** What a tag says of goods: names of the values that the server answers for each piece of goods, as texts. */
export const tagFields = {
  name: '品名',
  style_no: '货号',
  sku_no: 'SKU编码',
  color: '颜色',
  size: '尺码',
  size_spec: '号型',
  brand: '品牌',
  unit: '单位',
  material: '成分',
  executive_standard: '执行标准',
  safety_category: '安全类别',
  grade: '等级',
  origin_place: '产地',
  washing: '洗涤说明',
  tag_price: '吊牌价',
  sale_price: '现售价',
  discount: '折扣',
  barcode: '条码',
  unique_code: '唯一码',
  shop: '门店',
  printed_on: '打印日期',
} as const;
export type TagField = keyof typeof tagFields;

/** What stands on a tag. A text is a fixed one, or goods' own behind it; codes are of goods' own or of a fixed text. */
export const elementTypes = { text: '文字', barcode: '条码', qrcode: '二维码', line: '线条', box: '边框' } as const;
export type ElementType = keyof typeof elementTypes;

export const aligns = { left: '左', center: '中', right: '右' } as const;

/** Which tags a template is for (domain.md §2 template_type). */
export const templateTypes = { 1: '吊牌', 2: '价签' } as const;
export const templateType = { hangTag: 1, priceTag: 2 } as const;

/** What a tag of one kind cannot say: hang tags are made before goods have a shop and a price there, price tags stand for many pieces. */
export const notOn: Readonly<Record<number, readonly TagField[]>> = {
  [templateType.hangTag]: ['sale_price', 'discount', 'shop'],
  [templateType.priceTag]: ['unique_code'],
};

/** Codes of the attributes that hang tags say: fabric, safety and standard of the style, and the size by the national standard. */
export const tagAttributes = {
  material: 'fabric',
  safety_category: 'safety',
  executive_standard: 'standard',
  size_spec: 'size_spec',
} as const satisfies Partial<Record<TagField, string>>;

/** What it is printed on: labels one behind the other, or sheets that are cut. */
export const tagPapers = { 1: '标签卷', 2: 'A4 纸' } as const;
export const tagPaper = { roll: 1, sheet: 2 } as const;

/** Dots of an inch that a printer has. */
export const tagDpis = { 203: '203 dpi', 300: '300 dpi', 600: '600 dpi' } as const;

/** Sides of a tag in millimetres, its elements, and tags of one print. */
export const tagLimits = { least: 10, most: 300, elements: 60, copies: 500, tags: 2000 } as const;

/** What hang tags are made for (domain.md §2 hang_source). */
export const hangSources = { 1: '货品', 2: '采购单', 3: '制码单' } as const;
export const hangSource = { goods: 1, purchaseOrder: 2, codeOrder: 3 } as const;
