import { query } from '../../kit/call.ts';
import { entity, usualCalls } from '../../kit/definition.ts';
import { question } from '../../kit/event.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { mobile } from '../../kit/kinds/mobile.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { text } from '../../kit/kinds/text.ts';
import { onOff, warehouseType } from '../enums.ts';
import { areaCode } from './national-area.ts';

/** A place that holds stock (domain.md §3.4). Its lines are the zones that counters walk through (amendments A). */
export const warehouse = entity('warehouse', {
  label: '仓库',
  group: '/v1/warehouse',
  title: 'name',
  hint: 'warehouse_no',
  fields: {
    warehouse_no: text('仓库编号', { required: true, unique: true, most: 16 }),
    name: text('仓库名称', { required: true, unique: true }),
    type: choice('仓库类型', warehouseType, { required: true }),
    contact: text('联系人'),
    mobile: mobile('联系电话'),
    area_code: areaCode('所在地区'),
    address: text('地址', { most: 200 }),
    slot_capacity_qty: quantity('每时段收货容量', { least: 0 }),
    is_rfid: flag('RFID管理'),
    status: choice('状态', onOff, { initial: 1, derived: true }),
  },
  lines: {
    label: '库区',
    name: 'zone',
    fields: {
      code: text('库区编码', { required: true, most: 16 }),
      name: text('库区名称', { required: true }),
      order: integer('排序', { initial: 0 }),
    },
    unique: ['code'],
  },
  calls: usualCalls('warehouse'),
  list: {
    columns: ['warehouse_no', 'name', 'type', 'area_code', 'contact', 'mobile', 'is_rfid', 'status', 'updated_at'],
    filters: ['type', 'area_code', 'status'],
    search: ['name', 'warehouse_no'],
    sort: ['warehouse_no', 'name', '-updated_at'],
  },
  scope: { warehouse: 'id' },
});

export interface WarehouseZone {
  id: number;
  code: string;
  name: string;
  order: number;
}

/** Warehouses are about to be switched off: an area refuses it while its documents wait to bring goods in. */
export const warehousesClosing = question<{ warehouse_ids: readonly number[] }>('warehouse.closing');

/** The zones of one warehouse in their order, for pickers; nobody needs the key of warehouses for that. */
export const warehouseZones = query<{ warehouse_id: number }, { list: WarehouseZone[] }>({
  service: 'erp',
  path: '/v1/warehouse/zones',
  access: 'login',
});
