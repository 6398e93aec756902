import { entity } from '../../kit/definition.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { references } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { shop } from '../partners/shop.ts';
import { buildShape, clientType, clientTypes, versionStates } from './version-enums.ts';

const isWeb = ({ client_type: type }: Readonly<Record<string, unknown>>): boolean => type === clientType.web;
const isInstalled = ({ client_type: type }: Readonly<Record<string, unknown>>): boolean =>
  type === clientType.pos || type === clientType.pda;

/**
 * A version of a client, offered to its devices while it is published (domain.md §3.1, §4.27). Of the web client it names a build: devices
 * with an older one are asked to take the newer, or must.
 */
export const clientVersion = entity('clientVersion', {
  label: '客户端版本',
  group: '/v1/common',
  title: 'version_no',
  fields: {
    client_type: choice('客户端', clientTypes, { required: true }),
    version_no: text('版本号', { required: true, most: 32 }),
    build_no: integer('构建号', { required: true, least: 1 }),
    page_build: text('网页构建', {
      visible: isWeb,
      required: isWeb,
      pattern: buildShape,
    }),
    force_update: flag('强制更新'),
    gray_shop_ids: references(() => shop, '灰度门店'),
    file_path: text('安装包', { most: 200, visible: isInstalled }),
    notes: prose('更新说明', { required: true, most: limits.remark }),
    status: choice('状态', versionStates, { initial: 0, derived: true }),
    published_at: time('发布时间', { derived: true }),
  },
  calls: {
    list: ['versionList', 'common:versionView'],
    detail: ['versionDetail', 'common:versionView'],
    add: ['versionSave', 'common:versionSave'],
    edit: ['versionSave', 'common:versionSave'],
  },
  list: {
    columns: [
      'version_no',
      'client_type',
      'build_no',
      'page_build',
      'force_update',
      'gray_shop_ids',
      'notes',
      'status',
      'published_at',
      'created_by',
      'updated_at',
    ],
    filters: ['client_type', 'status', 'force_update', 'published_at'],
    search: ['version_no', 'notes'],
    sort: ['-id', '-build_no', '-published_at'],
  },
  unique: [['client_type', 'build_no']],
});
