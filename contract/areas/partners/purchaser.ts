import { entity, usualCalls } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { mobile } from '../../kit/kinds/mobile.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { admin } from '../access/admin.ts';
import { organize } from '../access/organize.ts';
import { onOff } from '../enums.ts';
import { brand } from '../goods/brand.ts';
import { category } from '../goods/category.ts';

/**
 * Somebody of the staff who buys: for a department, some categories and brands (domain.md §3.4). `supplier_count` are the
 * suppliers that name this purchaser; the database keeps it.
 */
export const purchaser = entity('purchaser', {
  label: '采购员',
  group: '/v1/purchaser',
  title: 'name',
  hint: 'purchaser_no',
  number: { prefix: 'CGY', field: 'purchaser_no', digits: 5 },
  fields: {
    purchaser_no: text('采购员编号', { unique: true, derived: true }),
    admin_id: reference(() => admin, '员工', { required: true, unique: true }),
    name: text('姓名', { required: true }),
    department_id: reference(() => organize, '部门', { required: true }),
    mobile: mobile('手机号'),
    category_ids: references(() => category, '负责分类'),
    brand_ids: references(() => brand, '负责品牌'),
    supplier_count: integer('供应商数', { initial: 0, derived: true }),
    status: choice('状态', onOff, { initial: 1, derived: true }),
  },
  calls: usualCalls('purchaser'),
  list: {
    columns: ['purchaser_no', 'name', 'admin_id', 'department_id', 'mobile', 'supplier_count', 'status', 'updated_at'],
    filters: ['department_id', 'admin_id', 'status'],
    offers: ['status', 'admin_id'],
    search: ['name', 'purchaser_no'],
    sort: ['purchaser_no', 'name', '-updated_at'],
  },
  scope: { organize: 'department_id' },
});
