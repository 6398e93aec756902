import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { mobile } from '../../kit/kinds/mobile.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import { shop } from '../partners/shop.ts';

/** Levels of a member by growth (domain.md §2 user_level). */
const userLevels = { 1: '普通', 2: '银卡', 3: '金卡', 4: '黑金' } as const;
const userStatuses = { 1: '正常', 2: '冻结' } as const;

/**
 * A member (domain.md §3.9), as far as orders refer to one; calls, screens, labels and the logs behind the balances come with
 * the issue of members. A member of an imported history has no mobile; `user_no` is then the number of the file.
 */
export const user = entity('user', {
  label: '会员',
  group: '/v1/user',
  title: 'user_no',
  hint: 'nickname',
  number: { prefix: 'HY', field: 'user_no', digits: 10 },
  fields: {
    user_no: text('会员编号', { required: true, unique: true, derived: true }),
    mobile: mobile('手机号', { unique: true }),
    nickname: text('昵称'),
    real_name: text('姓名'),
    sex: text('性别', { most: 8 }),
    birthday: date('生日'),
    level: choice('会员等级', userLevels, { initial: 1 }),
    growth_value: integer('成长值', { initial: 0, derived: true }),
    point_balance: integer('积分余额', { initial: 0, derived: true }),
    stored_balance: money('储值余额', { initial: 0, derived: true }),
    register_shop_id: reference(() => shop, '注册门店'),
    registered_at: time('注册时间', { required: true }),
    order_count: integer('订单数', { initial: 0, derived: true }),
    total_amount: money('累计消费', { initial: 0, derived: true }),
    last_order_at: time('最近消费', { derived: true }),
    status: choice('状态', userStatuses, { initial: 1, derived: true }),
  },
  calls: {},
  list: {
    columns: [
      'user_no',
      'mobile',
      'nickname',
      'level',
      'point_balance',
      'order_count',
      'total_amount',
      'registered_at',
    ],
    filters: ['level', 'register_shop_id', 'registered_at', 'status'],
    search: ['user_no', 'mobile', 'nickname'],
    sort: ['-id', '-registered_at'],
  },
});
