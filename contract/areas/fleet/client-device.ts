import { person } from '../../kit/base-fields.ts';
import { entity } from '../../kit/definition.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { shownAs } from './version-enums.ts';

const shown = { derived: true } as const;
const counted = { derived: true, most: Number.MAX_SAFE_INTEGER } as const;

/** A browser or tablet as it reported last: which builds run there, and what is on it that the server has not (amendments G20). */
export const clientDevice = entity('clientDevice', {
  label: '设备',
  group: '/v1/common',
  title: 'name',
  view: true,
  fields: {
    name: text('设备名称', shown),
    device_id: text('设备码', shown),
    admin_id: reference(() => person, '最近使用人', shown),
    page_build: text('页面构建', shown),
    worker_build: text('离线程序构建', shown),
    waiting_update: flag('新版本待更新', shown),
    shown_as: choice('运行方式', shownAs, shown),
    is_away: flag('未在线', shown),
    unsent: integer('未发送', counted),
    oldest_minutes: integer('最早未发送(分钟)', counted),
    attention: integer('待处理', counted),
    storage_persisted: flag('存储受保护', shown),
    storage_mb: integer('已用存储(MB)', counted),
    free_mb: integer('剩余空间(MB)', counted),
    skew_seconds: integer('时钟偏差(秒)', {
      derived: true,
      least: -Number.MAX_SAFE_INTEGER,
      most: Number.MAX_SAFE_INTEGER,
    }),
    reader: text('读写器', shown),
    is_asked: flag('要求升级', shown),
    is_paused: flag('暂停发送', shown),
    is_stopped: flag('停用离线程序', shown),
    first_seen_at: time('首次上报', shown),
    seen_at: time('最近上报', shown),
  },
  calls: { list: ['deviceList', 'common:versionView'] },
  list: {
    columns: [
      'name',
      'admin_id',
      'page_build',
      'worker_build',
      'waiting_update',
      'shown_as',
      'unsent',
      'oldest_minutes',
      'attention',
      'storage_persisted',
      'storage_mb',
      'free_mb',
      'skew_seconds',
      'reader',
      'is_asked',
      'is_paused',
      'is_stopped',
      'is_away',
      'seen_at',
    ],
    filters: [
      'page_build',
      'admin_id',
      'shown_as',
      'is_away',
      'unsent',
      'attention',
      'storage_persisted',
      'free_mb',
      'worker_build',
      'waiting_update',
      'reader',
      'skew_seconds',
      'is_asked',
      'is_paused',
      'is_stopped',
      'seen_at',
    ],
    search: ['name', 'device_id'],
    sort: ['-seen_at', 'name', '-unsent', '-oldest_minutes', '-attention'],
    sum: ['unsent', 'attention'],
  },
});
