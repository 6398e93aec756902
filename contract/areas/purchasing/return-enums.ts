import type { Choices } from '../../kit/field.ts';

/** back_type of domain.md §2: why goods go back to their supplier. */
export const backTypes = {
  1: '滞销退货',
  2: '残次退货',
  3: '合同到期退货',
  4: '多货退回',
  5: '召回',
} as const satisfies Choices;
export const backType = { imperfect: 2 } as const;

/** imperfect_source of domain.md §2: where somebody saw that goods are not as they should be. */
export const imperfectSources = {
  1: '入库质检',
  2: '门店巡检',
  3: '售后退货',
  4: '盘点发现',
  5: '调拨签收',
} as const satisfies Choices;

export const imperfectSource = { inbound: 1, allot: 5 } as const;

/** imperfect_deal of domain.md §2: what becomes of imperfect goods. */
export const imperfectDeals = { 1: '退供应商', 2: '折价销售', 3: '修复转正', 4: '报废' } as const satisfies Choices;
export const dealType = { back: 1, discount: 2, restore: 3, scrap: 4 } as const;

/** Grades of imperfect goods, by name (imperfect_type of domain.md §2). */
export const grade = { good: 0, unsaleable: 2 } as const;

/** How far a deal has come: only scrap waits for a second person (amendments E). */
export const dealStates = { 1: '待审核', 2: '已处理', 3: '已驳回' } as const satisfies Choices;
export const dealState = { waiting: 1, done: 2, refused: 3 } as const;
