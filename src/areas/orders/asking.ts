import { orderCalls } from '#contract/areas/orders/order-calls.ts';
import { orderLabel } from '#contract/areas/orders/order-label.ts';
import { choice } from '#contract/kit/kinds/choice.ts';
import { references } from '#contract/kit/kinds/reference.ts';
import type { Row } from '#src/engine/row.ts';
import type { Asking } from '#src/kit/desk/ask-dialog.tsx';

const ops = { 1: '打标签', 2: '去标签' } as const;

/** Labels put on these orders, or taken off; those of the house are not offered. */
export const labelAsking = (
  rows: readonly Row[],
): Asking<{ order_ids: number[]; label_ids: number[]; op: 'add' | 'remove' }, { count: number }> => ({
  title: rows.length === 1 ? `订单 ${String(rows[0]?.['order_no'])} 的标签` : `${rows.length} 张订单的标签`,
  fields: {
    op: choice('操作', ops, { required: true }),
    label_ids: references(() => orderLabel, '标签', {
      required: true,
      among: () => ({ is_system: false, status: [1] }),
    }),
  },
  given: { op: 1 },
  call: orderCalls.bindLabels,
  input: ({ op, label_ids }) => ({
    order_ids: rows.map(({ id }) => id),
    label_ids: label_ids as number[],
    op: op === 1 ? 'add' : 'remove',
  }),
  done: ({ count }) => ({ good: `已处理 ${count} 张订单` }),
});
