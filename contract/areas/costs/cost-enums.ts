/** cost_reason of domain.md §2. */
export const costReasons = { 1: '价格后补', 2: '运费分摊', 3: '供应商折让', 4: '录入更正', 5: '减值' } as const;
export const costReason = { laterPrice: 1, freight: 2, allowance: 3, correction: 4, impairment: 5 } as const;

/** Whether the supplier is owed more, or less, for it. */
export const toSupplierChoices = { 0: '否', 1: '是' } as const;

/** What changed what goods cost. */
export const costChanges = { 1: '入库', 2: '成本调整' } as const;
