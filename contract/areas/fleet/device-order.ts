import { person } from '../../kit/base-fields.ts';
import { entity } from '../../kit/definition.ts';
import { choice, flag, word } from '../../kit/kinds/choice.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { clientDevice } from './client-device.ts';
import { levers, upgradeLevels } from './lever-enums.ts';

const shown = { derived: true } as const;

/** What was set for a chosen device, and let go of again: every turn of a lever, by whom and why. The last one of each lever holds. */
export const deviceOrder = entity('deviceOrder', {
  label: '设备指令',
  group: '/v1/common',
  title: 'reason',
  view: true,
  fields: {
    device_report_id: reference(() => clientDevice, '设备', shown),
    lever: word('操作', levers, shown),
    is_on: flag('生效', shown),
    is_present: flag('当前', shown),
    level: choice('升级方式', upgradeLevels, shown),
    least_build: text('最低构建', shown),
    words: prose('消息内容', shown),
    reason: text('原因', shown),
    admin_id: reference(() => person, '操作人', shown),
    at: time('时间', shown),
  },
  calls: { list: ['deviceOrderList', 'common:versionView'] },
  list: {
    columns: [
      'at',
      'device_report_id',
      'lever',
      'is_on',
      'is_present',
      'level',
      'least_build',
      'words',
      'reason',
      'admin_id',
    ],
    filters: ['device_report_id', 'lever', 'is_on', 'is_present', 'admin_id', 'at'],
    search: ['words', 'reason'],
    sort: ['-id', '-at'],
  },
});
