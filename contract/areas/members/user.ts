import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { mobile } from '../../kit/kinds/mobile.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { shop } from '../partners/shop.ts';
import { userLevels, userStatuses } from './member-enums.ts';
import { userLabel } from './user-label.ts';

/**
 * A member (domain.md §3.9). Points, growth and labels are moved by their own calls alone. A member of an imported history has no mobile;
 * `user_no` is then the number of the file. Nobody reads a whole mobile here: it is asked for one by one, with a reason (`memberCalls.mobile`).
 */
export const user = entity('user', {
  label: '会员',
  group: '/v1/user',
  title: 'user_no',
  hint: 'nickname',
  number: { prefix: 'HY', field: 'user_no', digits: 10 },
  fields: {
    user_no: text('会员编号', { required: true, unique: true, derived: true }),
    mobile: mobile('手机号', { unique: true, derived: true }),
    nickname: text('昵称'),
    real_name: text('姓名', { derived: true }),
    sex: text('性别', { most: 8 }),
    birthday: date('生日'),
    level: choice('会员等级', userLevels, { initial: 1, derived: true }),
    growth_value: integer('成长值', { initial: 0, derived: true }),
    point_balance: integer('积分余额', { initial: 0, derived: true }),
    stored_balance: money('储值余额', { initial: 0, derived: true }),
    register_shop_id: reference(() => shop, '注册门店', { derived: true }),
    registered_at: time('注册时间', { required: true, derived: true }),
    order_count: integer('订单数', { initial: 0, derived: true }),
    total_amount: money('累计消费', { initial: 0, derived: true }),
    paid_until: time('付费会员到期', { derived: true }),
    last_order_at: time('最近消费', { derived: true }),
    label_ids: references(() => userLabel, '标签', { derived: true }),
    remark: prose('备注', { most: limits.remark }),
    status: choice('状态', userStatuses, { initial: 1, derived: true }),
  },
  calls: {
    list: ['list', 'user:view'],
    detail: ['detail', 'user:view'],
    options: ['options', 'login'],
    edit: ['edit', 'user:edit'],
  },
  list: {
    columns: [
      'user_no',
      'mobile',
      'nickname',
      'level',
      'label_ids',
      'point_balance',
      'order_count',
      'total_amount',
      'registered_at',
      'status',
    ],
    filters: ['level', 'label_ids', 'register_shop_id', 'registered_at', 'paid_until', 'status'],
    search: ['user_no', 'mobile', 'nickname'],
    sort: ['-id', '-registered_at'],
  },
});
