import type { Choices } from '../../kit/field.ts';

/** uniqueCode_status of domain.md §4.18, by name. 0 is before the code was issued: it stands in events alone. */
export const codeStatus = {
  none: 0,
  issued: 1,
  bound: 2,
  inStock: 3,
  held: 4,
  moving: 5,
  sold: 6,
  returned: 7,
  imperfect: 8,
  lost: 9,
  void: -1,
} as const;
export type CodeStatus = (typeof codeStatus)[keyof typeof codeStatus];

export const codeStatuses = {
  1: '已发码',
  2: '已绑定',
  3: '在库',
  4: '锁定',
  5: '调拨在途',
  6: '已售',
  7: '已退供',
  8: '残次在库',
  9: '丢失',
  [-1]: '已作废',
} as const satisfies Choices;

/** States in which the piece of a code stands in a warehouse: what the books count as coded there (I07). */
export const standing: readonly number[] = [codeStatus.inStock, codeStatus.held, codeStatus.imperfect];

/** States in which there is no piece yet. */
export const notInStockYet: readonly number[] = [codeStatus.issued, codeStatus.bound];

/** code_event of domain.md §2. */
export const codeEvents = {
  1: '发码',
  2: '绑定EPC',
  3: '打印吊牌',
  4: '入库',
  5: '锁定',
  6: '解锁',
  7: '调拨发出',
  8: '调拨签收',
  9: '销售',
  10: '销售退货',
  11: '退返出库',
  12: '盘点读到',
  13: '残次转换',
  14: '丢失',
  15: '找回',
  16: '作废',
  17: '退码',
  18: '仓内移动',
  19: '换绑EPC',
} as const satisfies Choices;
export type CodeEvent = keyof typeof codeEvents;

/** code_source of domain.md §2: why codes are made. */
export const codeSources = { 1: '手工', 2: '采购单', 3: '预约单', 4: '库存补码' } as const satisfies Choices;
export const codeSource = { byHand: 1, purchaseOrder: 2, arrivalOrder: 3, stock: 4 } as const;

/** code_file_type of domain.md §2. */
export const codeFileTypes = { 1: '工厂EPC文件', 2: '手持盘点文件', 3: '出入库扫描文件' } as const satisfies Choices;
export const codeFileType = { factory: 1, count: 2, scan: 3 } as const;

/** code_return_type of domain.md §2. */
export const codeReturnTypes = { 1: '未用码退回', 2: '客退码恢复', 3: '退返码回收' } as const satisfies Choices;
export const codeReturnType = { unused: 1, restored: 2, recovered: 3 } as const;

/** Most codes of one order, rows of one file (domain.md §4.18). */
export const codesMost = 50_000;
/** A file that nobody confirms is void after as many days. */
export const fileDays = 7;
