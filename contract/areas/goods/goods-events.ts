import { event } from '../../kit/event.ts';

/** Goods are sold no more: all pieces of these styles, or these pieces alone (domain.md §4.1 停用). */
export const goodsStopped = event<{ spu_ids?: number[]; sku_ids?: number[] }>('goodsStopped');
