import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { growthBiz, pointBiz } from './member-enums.ts';
import { user } from './user.ts';

const shown = { derived: true } as const;
const signed = { ...shown, least: -Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER } as const;

const calls = (segment: string) => ({ list: [segment, 'userBusiness:view'] }) as const;

/** What moved the points of members; the balance of each is the sum of these rows (I49). */
export const userPoint = entity('userPoint', {
  label: '积分记录',
  group: '/v1/userBusiness',
  title: 'user_id',
  view: true,
  fields: {
    user_id: reference(() => user, '会员', shown),
    biz_type: choice('业务类型', pointBiz, shown),
    change_value: integer('变动积分', signed),
    after_value: integer('变动后积分', signed),
    source_no: text('来源单号', shown),
    expire_at: time('过期时间', shown),
    reason: text('原因', shown),
    at: time('时间', shown),
  },
  calls: calls('pointList'),
  list: {
    columns: ['at', 'user_id', 'biz_type', 'change_value', 'after_value', 'source_no', 'expire_at', 'reason'],
    filters: ['user_id', 'biz_type', 'at'],
    search: ['source_no'],
    sort: ['-id'],
    sum: ['change_value'],
  },
});

/** The same of growth. */
export const userGrowth = entity('userGrowth', {
  label: '成长值记录',
  group: '/v1/userBusiness',
  title: 'user_id',
  view: true,
  fields: {
    user_id: reference(() => user, '会员', shown),
    biz_type: choice('业务类型', growthBiz, shown),
    change_value: integer('变动值', signed),
    after_value: integer('变动后', signed),
    source_no: text('来源单号', shown),
    reason: text('原因', shown),
    at: time('时间', shown),
  },
  calls: calls('growthList'),
  list: {
    columns: ['at', 'user_id', 'biz_type', 'change_value', 'after_value', 'source_no', 'reason'],
    filters: ['user_id', 'biz_type', 'at'],
    search: ['source_no'],
    sort: ['-id'],
    sum: ['change_value'],
  },
});
