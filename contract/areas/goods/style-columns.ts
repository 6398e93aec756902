import { seasonName, sexName } from '../enums.ts';
import type { ImportColumn, StyleColumnKey } from '../tasks/import-column.ts';

/** The columns that make a list of goods a catalogue of styles in colours and sizes (decision 0025). None of them must be there. */
export const styleColumns: readonly (ImportColumn & { readonly key: StyleColumnKey })[] = [
  {
    key: 'style',
    label: '款号',
    aliases: ['货号/款号', '货号', '款式编号', '款式号', 'Style No', 'Style Number', 'Style', 'Article No'],
    required: false,
    rule: '不超过 32 个字符；同品牌同款号的各行是一个商品，颜色、尺码不同的是它的货品',
    example: 'TX2601',
  },
  {
    key: 'brand',
    label: '品牌',
    aliases: ['品牌名称', 'Brand'],
    required: false,
    rule: '品牌名称或英文名；没有的计入“未分品牌”',
    example: '禾木森',
  },
  {
    key: 'category',
    label: '分类',
    aliases: ['商品分类', '类目', '品类', 'Category'],
    required: false,
    rule: '末级分类的名称，或用 / 隔开的各级名称；没有的计入“未分分类”',
    example: '女装/上装/T恤',
  },
  {
    key: 'color',
    label: '颜色',
    aliases: ['颜色名称', 'Color', 'Colour'],
    required: false,
    rule: '颜色名称；没有的是“不分颜色”',
    example: '黑',
  },
  {
    key: 'size',
    label: '尺码',
    aliases: ['尺码名称', 'Size'],
    required: false,
    rule: '尺码名称或编码；没有的是均码',
    example: 'M',
  },
  {
    key: 'size_type',
    label: '尺码组',
    aliases: ['尺码类型', 'Size Type', 'Size Group', 'Size Run'],
    required: false,
    rule: '尺码组名称或编码；一款一个，尺码只在一个组中时可不填',
    example: '字母码',
  },
  {
    key: 'unit',
    label: '单位',
    aliases: ['计量单位', 'Unit'],
    required: false,
    rule: '单位名称或编码；没有的是“件”',
    example: '件',
  },
  {
    key: 'season',
    label: '季节',
    aliases: ['适用季节', 'Season'],
    required: false,
    rule: Object.keys(seasonName).join('、'),
    example: '夏',
  },
  {
    key: 'sex',
    label: '性别',
    aliases: ['适用性别', 'Sex', 'Gender'],
    required: false,
    rule: Object.keys(sexName).join('、'),
    example: '女',
  },
];
