import { type Definition, entity, usualCalls } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer, rate } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { onOff } from '../enums.ts';

/** A node of the category tree, three levels deep (domain.md §3.2, §13.3). `path` holds the ids from the root: `1/12/340`. */
export const category: Definition = entity('category', {
  label: '商品分类',
  group: '/v1/category',
  title: 'name',
  hint: 'code',
  fields: {
    parent_id: reference(() => category, '上级分类'),
    name: text('分类名称', { required: true }),
    code: text('分类编码', { required: true, unique: true, most: 32 }),
    level: integer('层级', { derived: true, initial: 1 }),
    path: text('层级路径', { derived: true }),
    order: integer('排序', { initial: 0 }),
    tax_rate_bp: rate('税率'),
    status: choice('状态', onOff, { initial: 1, derived: true }),
  },
  calls: {
    ...usualCalls('category'),
    list: ['list', 'login'],
    edit: ['modify', 'category:modify'],
    status: ['status', 'category:modify'],
  },
  list: {
    columns: ['name', 'code', 'level', 'order', 'tax_rate_bp', 'status'],
    filters: ['parent_id', 'status'],
    search: ['name', 'code'],
    sort: ['order', 'name'],
  },
  scope: { category: 'id' },
  unique: [['parent_id', 'name']],
});

/** Levels of the tree. */
export const categoryLevels = 3;

/** A node of the answer of /v1/category/list, which is the tree: `list` holds the roots. */
export interface CategoryNode {
  id: number;
  version: number;
  parent_id: number | null;
  name: string;
  code: string;
  level: number;
  path: string;
  order: number;
  tax_rate_bp: number | null;
  status: number;
  updated_at: string;
  /** Styles in this category and below it. */
  spu_count: number;
  children: CategoryNode[];
}
