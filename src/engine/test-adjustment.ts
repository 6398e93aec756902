import type { Values } from './row.ts';

/** A draft of a stock adjustment as its detail answers it, with so many lines of one piece, of the goods S1, S2 …; for tests. */
export function anAdjustment({ lines, ...given }: Values & { lines: number }): Values {
  return {
    id: 8,
    version: 3,
    status: 0,
    adjust_no: 'TZ8',
    warehouse_id: 2,
    warehouse_id__title: '总仓',
    adjust_type: 1,
    happened_at: null,
    reason: '盘点差异',
    remark: null,
    total_qty: lines,
    allowed: { transitions: [], edit: true },
    audit: [],
    lines: Array.from({ length: lines }, (_, at) => ({
      id: at + 1,
      sku_id: at + 1,
      sku_id__title: `S${at + 1}`,
      imperfect_type: 0,
      to_imperfect_type: null,
      zone: null,
      qty: 1,
      unit_cost: null,
      remark: null,
    })),
    ...given,
  };
}
