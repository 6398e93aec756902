import { codesOf, type States } from '../../kit/states.ts';
/** States of a purchase order by name (domain.md §4.5). */
export const purchaseOrderStates = {
  0: ['草稿', 'draft', 'idle'],
  1: ['待审核', 'waiting', 'waiting'],
  2: ['已驳回', 'rejected', 'refused'],
  3: ['待到货', 'toArrive', 'moving'],
  4: ['部分到货', 'partly', 'moving'],
  5: ['已完成', 'finished', 'done'],
  6: ['已关闭', 'closed', 'done'],
  [-1]: ['已作废', 'cancelled', 'void'],
} as const satisfies States;
export const orderState = codesOf(purchaseOrderStates);

/** States of an arrival order by name (domain.md §4.6). */
export const arrivalStates = {
  0: ['草稿', 'draft', 'idle'],
  1: ['待审核', 'waiting', 'waiting'],
  2: ['已驳回', 'rejected', 'refused'],
  3: ['待到货', 'toArrive', 'moving'],
  4: ['已到货', 'arrived', 'moving'],
  5: ['收货中', 'receiving', 'moving'],
  6: ['已完成', 'finished', 'done'],
  7: ['未到货', 'missed', 'refused'],
  [-1]: ['已取消', 'cancelled', 'void'],
} as const satisfies States;
export const arrivalState = codesOf(arrivalStates);

/** States of a goods selection by name (domain.md §4.5). */
export const selectionStates = {
  0: ['草稿', 'draft', 'idle'],
  1: ['待确认', 'waiting', 'waiting'],
  2: ['已确认', 'confirmed', 'moving'],
  3: ['已转采购', 'ordered', 'done'],
  4: ['已驳回', 'rejected', 'refused'],
  [-1]: ['已作废', 'cancelled', 'void'],
} as const satisfies States;
export const selectionState = codesOf(selectionStates);

/** price_state of domain.md §2 by name. */
export const pricedAs = { priced: 1, estimated: 2 } as const;

/** A line that has no price yet carries none: its zero is no price, and is not read as one. */
export const noPriceYet = {
  pending: {
    when: { price_state: pricedAs.estimated, purchase_price: 0 },
    words: '待补价',
  },
} as const;

/** fine_type of domain.md §2, as far as arrivals propose them. */
export const fineFor = { late: 1, missed: 2 } as const;
