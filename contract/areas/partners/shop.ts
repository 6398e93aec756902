import { person } from '../../kit/base-fields.ts';
import { entity, usualCalls } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer, rate } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { organize } from '../access/organize.ts';
import { shopStatus, shopType } from '../enums.ts';
import { areaCode } from './national-area.ts';
import { warehouse } from './warehouse.ts';

/** A shop and the warehouse its goods stand in (domain.md §3.4). */
export const shop = entity('shop', {
  label: '门店',
  group: '/v1/shop',
  title: 'name',
  hint: 'shop_no',
  fields: {
    shop_no: text('门店编号', { required: true, unique: true, most: 16 }),
    name: text('门店名称', { required: true }),
    type: choice('门店类型', shopType, { required: true }),
    district_id: reference(() => organize, '所属区域', { required: true }),
    warehouse_id: reference(() => warehouse, '门店仓', { required: true, unique: true }),
    manager_id: reference(() => person, '店长'),
    mobile: text('联系电话', { most: 20 }),
    area_code: areaCode('所在地区', { required: true }),
    address: text('地址', { required: true, most: 200 }),
    open_date: date('开业日期'),
    business_hours: text('营业时间', { most: 32 }),
    area_sqm: integer('面积(㎡)'),
    payee_account: text('收款账户'),
    // 加盟 and 联营: what it has of its receipts less fees (amendments G16).
    share_rate_bp: rate('分成比例', { visible: ({ type }) => type === 2 || type === 3 }),
    status: choice('状态', shopStatus, { initial: 2, derived: true }),
  },
  calls: usualCalls('shop'),
  list: {
    columns: [
      'shop_no',
      'name',
      'type',
      'district_id',
      'area_code',
      'warehouse_id',
      'manager_id',
      'open_date',
      'status',
    ],
    filters: ['type', 'district_id', 'area_code', 'status'],
    search: ['name', 'shop_no'],
    sort: ['shop_no', 'name', 'open_date'],
  },
  scope: { shop: 'id', warehouse: 'warehouse_id', organize: 'district_id' },
});
