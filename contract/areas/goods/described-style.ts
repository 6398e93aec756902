import { entity } from '../../kit/definition.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text, texts } from '../../kit/kinds/text.ts';
import { brand } from './brand.ts';
import { category } from './category.ts';
import { besides } from './pictures.ts';

/** The most attributes and letters of one, as the lines of a style have them. */
const most = { attributes: 100, letters: 1000 } as const;

/** An attribute with what it is, as one text: `面料：棉、麻`. */
export const attributeText = (name: string, value: string): string => `${name}：${value}`;

/** What such a text says; an empty value takes the attribute from the style. */
export function readAttributeText(said: string): { name: string; value: string } | null {
  const at = said.indexOf('：');
  return at > 0 ? { name: said.slice(0, at).trim(), value: said.slice(at + 1).trim() } : null;
}

/** Attributes in words; first of them `besides`: those that are not named stay. */
const attributes = texts('商品属性', {
  most: most.attributes + 1,
  each: {
    most: most.letters,
    says: (said) => said === besides || readAttributeText(said) !== null,
    words: '请写成“属性：内容”',
    told: (said) => said,
    between: '；',
  },
});
const shown = { derived: true } as const;

/** Styles by what they say of the attributes of their category, in words: what sheets bring and batches keep (decision 0081). */
export const describedStyle = entity('describedStyle', {
  label: '商品属性值',
  group: '/v1/spu',
  title: 'name',
  hint: 'style_no',
  view: true,
  fields: {
    spu_no: text('SPU编码', shown),
    style_no: text('货号/款号', shown),
    name: text('商品名称', shown),
    category_id: reference(() => category, '商品分类', shown),
    brand_id: reference(() => brand, '品牌', shown),
    attributes,
  },
  calls: { list: ['attributeList', 'spu:view'], edit: ['attributeSave', 'spu:modifySpu'] },
  list: {
    columns: ['spu_no', 'style_no', 'name', 'category_id', 'brand_id'],
    filters: ['category_id', 'brand_id'],
    search: ['spu_no', 'style_no', 'name'],
    sort: ['-id', 'spu_no', 'style_no'],
  },
  scope: { brand: 'brand_id', category: 'category_id' },
  bulk: {
    fields: ['attributes'],
    named: ['spu_no', 'style_no'],
    access: 'tools:propertyImport',
    path: '/v1/tools/propertyImport',
    type: 5,
  },
});
