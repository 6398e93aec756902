import { choice, choices, words } from '../../kit/kinds/choice.ts';
import { texts } from '../../kit/kinds/text.ts';
import { imperfectType, lockType, seasonName, sexName } from '../enums.ts';
import { exportType, type TaskForm, taskForm } from '../tasks/form.ts';
import { goodsOf, productPair, products, suppliers, warehouses } from '../tasks/form-parts.ts';
import { taskType } from '../tasks/task.ts';

export const stockDetails = 2;

const detailFilters = {
  status: choices('库存状态', { 1: '可用', 2: '锁定', 3: '残次', 4: '在途' }),
  imperfect_type: choices('品级', imperfectType),
  is_zt: choice('是否在途', { 0: '全部', 1: '是', 2: '否' }),
  lock_type: choices('锁定类型', lockType),
};

export const stockExport = taskForm('stockExport', {
  type: taskType.stock,
  access: 'stock:view',
  spans: [],
  pairs: [productPair],
  fields: {
    export_type: exportType('导出类型', { 1: '库存汇总', [stockDetails]: '库存明细' }, '请选择类型'),
    ...warehouses,
    ...suppliers,
    ...goodsOf,
    ...products,
    serial_nos: texts('批次流水号'),
    in_stock_nos: texts('入库单号'),
    season_name: words('季节', seasonName),
    sex_name: words('性别', sexName),
    ...detailFilters,
  },
  rules: [],
  hidden: ({ export_type: type }) => (type === stockDetails ? [] : Object.keys(detailFilters)),
});

/** The exports of this area. */
export const exports: readonly TaskForm[] = [stockExport];
