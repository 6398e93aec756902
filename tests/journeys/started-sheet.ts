import type { RunningProduct } from './running-product.ts';

/** A blind stocktake of one warehouse, planned and started in the office; `more` of it than that. */
export async function startedSheet(
  product: RunningProduct,
  more: object = {},
): Promise<{ id: number; number: string }> {
  const office = await product.as('whsMgr');
  const counter = await product.as('whs');
  const { list } = await office.call<{ list: { id: number; name: string }[] }>('/v1/warehouse/list', {
    page: 1,
    page_size: 50,
  });
  const warehouse = list.find((one) => one.name === '嘉兴总仓');
  const { id, version } = await office.call<{ id: number; version: number }>('/v1/stocktaking/add', {
    warehouse_id: warehouse?.id,
    take_type: 1,
    plan_date: '2026-11-20',
    counter_ids: [counter.uid],
    blind: true,
    ...more,
  });
  await office.call('/v1/stocktaking/start', { id, version });
  const open = await counter.call<{ list: { id: number; stocktaking_no: string }[] }>('/v1/stocktaking/countable', {});
  return { id, number: open.list.find((one) => one.id === id)?.stocktaking_no ?? '' };
}
