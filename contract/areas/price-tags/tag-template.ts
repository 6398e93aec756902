import { entity, type Rule, usualCalls } from '../../kit/definition.ts';
import type { RecordValues } from '../../kit/field.ts';
import { isGiven } from '../../kit/given.ts';
import { choice, flag, word } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { references } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import type { Plain } from '../../kit/transition.ts';
import { onOff } from '../enums.ts';
import { brand } from '../goods/brand.ts';
import { shop } from '../partners/shop.ts';
import {
  aligns,
  elementTypes,
  notOn,
  type TagField,
  tagDpis,
  tagFields,
  tagLimits,
  tagPaper,
  tagPapers,
  templateType,
  templateTypes,
} from './tag-enums.ts';

const side = { required: true, least: tagLimits.least, most: tagLimits.most } as const;
/** A place on a tag, in tenths of a millimetre. */
const place = { required: true, initial: 0, least: 0, most: tagLimits.most * 10 } as const;
const length = { required: true, initial: 100, least: 1, most: tagLimits.most * 10 } as const;

const says = ({ type }: RecordValues): boolean => type === 'text' || type === 'barcode' || type === 'qrcode';
const isText = ({ type }: RecordValues): boolean => type === 'text';

const whole: Rule = ({ template_type: type, width_mm: width, height_mm: height, lines }) => {
  if (!Array.isArray(lines)) return undefined;
  if (lines.length === 0) return { field: 'lines', words: '请至少放置一个元素' };
  const [right, bottom] = [Number(width) * 10, Number(height) * 10];
  for (const [at, one] of (lines as Plain[]).entries()) {
    if (Number(one.x) + Number(one.w) > right)
      return { field: `lines.${at}.w`, words: `第 ${at + 1} 个元素超出右边缘` };
    if (Number(one.y) + Number(one.h) > bottom)
      return { field: `lines.${at}.h`, words: `第 ${at + 1} 个元素超出下边缘` };
    if (says(one) && !isGiven(one.field) && !isGiven(one.text))
      return { field: `lines.${at}.text`, words: `第 ${at + 1} 个元素请选择内容或填写文字` };
    if (notOn[Number(type)]?.includes(one.field as TagField))
      return {
        field: `lines.${at}.field`,
        words: `${templateTypes[type as 1 | 2]}上不能放“${tagFields[one.field as TagField]}”`,
      };
  }
  return undefined;
};

/**
 * How a tag looks (domain.md §3.11): hang tags and price tags in one, told apart by `template_type`. Its elements are lines, places and
 * lengths in tenths of a millimetre from the upper left corner, in the order they are drawn.
 */
export const tagTemplate = entity('tagTemplate', {
  label: '价签模板',
  group: '/v1/tag',
  title: 'name',
  fields: {
    name: text('模板名称', { required: true, unique: true }),
    template_type: choice('模板类型', templateTypes, { required: true, initial: templateType.priceTag }),
    width_mm: integer('宽(mm)', { ...side, initial: 60 }),
    height_mm: integer('高(mm)', { ...side, initial: 40 }),
    dpi: choice('打印精度', tagDpis, { required: true, initial: 203 }),
    paper: choice('纸张', tagPapers, { required: true, initial: tagPaper.roll }),
    gap_mm: integer('间距(mm)', { most: 20, initial: 2, visible: ({ paper }) => paper === tagPaper.sheet }),
    shop_ids: references(() => shop, '适用门店', {
      visible: ({ template_type: type }) => type === templateType.priceTag,
    }),
    brand_ids: references(() => brand, '适用品牌', {
      visible: ({ template_type: type }) => type === templateType.hangTag,
    }),
    status: choice('状态', onOff, { initial: 1, derived: true }),
  },
  lines: {
    label: '元素',
    name: 'element',
    most: tagLimits.elements,
    fields: {
      type: word('类型', elementTypes, { required: true, initial: 'text' }),
      field: word('内容', tagFields, { visible: says }),
      text: text('文字', { most: 64, visible: says }),
      x: integer('左(0.1mm)', place),
      y: integer('上(0.1mm)', place),
      w: integer('宽(0.1mm)', length),
      h: integer('高(0.1mm)', length),
      size_pt: integer('字号(pt)', { least: 4, most: 120, initial: 9, visible: isText }),
      align: word('对齐', aligns, { initial: 'left', visible: isText }),
      bold: flag('加粗', { visible: isText }),
      strike: flag('划线', { visible: isText }),
    },
  },
  calls: { ...usualCalls('tag'), status: ['status', 'tag:edit'] },
  list: {
    columns: ['name', 'template_type', 'width_mm', 'height_mm', 'paper', 'shop_ids', 'dpi', 'status', 'updated_at'],
    filters: ['template_type', 'paper', 'status'],
    search: ['name'],
    sort: ['-id', 'name', '-updated_at'],
    offers: ['template_type'],
  },
  rules: [whole],
});
