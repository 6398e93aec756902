import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { imperfectType } from '../enums.ts';
import { sku } from '../goods/sku.ts';
import { warehouse } from '../partners/warehouse.ts';

const why = { required: true, least: limits.reasonLeast, most: limits.reason } as const;

/** Pieces that somebody keeps for a reason of their own (lock_type 7), until they or the clock let them go (api.csv /v1/stock/lock). */
export const manualLock = document('manualLock', {
  label: '手工锁定单',
  group: '/v1/stock',
  number: { prefix: 'SD', field: 'lock_no' },
  title: 'lock_no',
  fields: {
    lock_no: text('锁定单号', { unique: true, derived: true }),
    warehouse_id: reference(() => warehouse, '仓库', { required: true }),
    reason: prose('锁定原因', why),
    expire_at: time('到期时间'),
    total_qty: quantity('锁定数量', { initial: 0, derived: true, most: Number.MAX_SAFE_INTEGER }),
    unlocked_at: time('解锁时间', { derived: true }),
  },
  lines: {
    label: '锁定货品',
    least: 1,
    fields: {
      sku_id: reference(() => sku, '货品', { required: true }),
      imperfect_type: choice('品级', imperfectType, { initial: 0 }),
      qty: quantity('数量', { required: true }),
    },
    unique: ['sku_id', 'imperfect_type'],
  },
  states: {
    1: ['锁定中', 'locked', 'moving'],
    2: ['已解锁', 'unlocked', 'done'],
    3: ['已到期', 'expired', 'done'],
  },
  begins: [1],
  editable: [],
  ledger: { holds: [1] },
  transitions: {
    unlock: {
      label: '解锁',
      from: [1],
      to: 2,
      segment: 'unlock',
      access: 'stock:lock',
      batch: true,
      asks: { reason: prose('解锁原因', why) },
    },
    expire: { label: '到期解锁', from: [1], to: 3, by: 'timer', due: 'expire_at' },
  },
  calls: { add: ['lock', 'stock:lock'] },
  list: {
    columns: ['lock_no', 'warehouse_id', 'reason', 'total_qty', 'expire_at', 'status', 'created_by', 'created_at'],
    filters: ['warehouse_id', 'status', 'created_at'],
    search: ['lock_no'],
    sort: ['-id'],
  },
  scope: { warehouse: 'warehouse_id' },
});
