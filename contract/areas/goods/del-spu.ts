import { command } from '../../kit/call.ts';

/** Removes styles that were never initialised, with what pieces they have, all or none; what anything refers to stays (domain.md §4.1 删除). */
export const delSpuCall = command<{ ids: number[] }, { count: number }>({
  service: 'erp',
  path: '/v1/spu/delSpu',
  access: 'spu:delSpu',
});
