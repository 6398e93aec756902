import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { storedBiz } from './member-enums.ts';
import { user } from './user.ts';

const shown = { derived: true } as const;
const signed = { ...shown, least: -Number.MAX_SAFE_INTEGER } as const;

/** What moved the stored value of members; the balance of each is the sum of these rows (K134). */
export const userStored = entity('userStored', {
  label: '储值记录',
  group: '/v1/userBusiness',
  title: 'user_id',
  view: true,
  fields: {
    user_id: reference(() => user, '会员', shown),
    biz_type: choice('业务类型', storedBiz, shown),
    change_value: money('变动金额', signed),
    after_value: money('变动后余额', signed),
    source_no: text('来源单号', shown),
    reason: text('原因', shown),
    at: time('时间', shown),
  },
  calls: { list: ['storedList', 'userBusiness:view'] },
  list: {
    columns: ['at', 'user_id', 'biz_type', 'change_value', 'after_value', 'source_no', 'reason'],
    filters: ['user_id', 'biz_type', 'at'],
    search: ['source_no'],
    sort: ['-id'],
    sum: ['change_value'],
  },
});
