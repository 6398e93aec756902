import { offering, text } from '../../kit/kinds/text.ts';
import { saleChannelType } from '../enums.ts';
import { exportType, someSpan, type TaskForm, taskForm } from '../tasks/form.ts';
import { agentChannel, goodsOf, productPair, products, span } from '../tasks/form-parts.ts';
import { taskType } from '../tasks/task.ts';

const onlineTime = span('上市时间', 'online_start_time', 'online_end_time');
const createTime = span('创建时间', 'create_start_time', 'create_end_time');

export const goodsExport = taskForm('goodsExport', {
  type: taskType.goods,
  access: 'spu:view',
  spans: [onlineTime, createTime],
  oneSpan: { label: '时间类型', names: [onlineTime.label, createTime.label] },
  pairs: [productPair],
  fields: {
    export_type: exportType('导出类型', { 1: '商品(SPU)明细', 2: '货品(SKU)明细' }, '请选择类型'),
    ...goodsOf,
    sale_channel_value: offering(text('销售渠道'), { [agentChannel]: saleChannelType[agentChannel] }),
    ...products,
  },
  rules: [someSpan([onlineTime, createTime], '请选择时间')],
});

/** The exports of this area. */
export const exports: readonly TaskForm[] = [goodsExport];
