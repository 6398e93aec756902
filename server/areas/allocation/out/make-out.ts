import { allot } from '#contract/areas/allocation/allot.ts';
import { allotOut } from '#contract/areas/allocation/allot-out.ts';
import { createDocument } from '#server/kit/create-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';

/** Makes the sender's part of an allot that is being passed: its lines are to be picked. */
export async function makeOut(
  kit: Pick<Kit, 'numbers'>,
  { context, document, lines }: Step<typeof allot>,
): Promise<void> {
  const all = await lines();
  await createDocument(kit, context, {
    definition: allotOut,
    values: {
      allot_id: document.id,
      out_warehouse_id: document.out_warehouse_id,
      in_warehouse_id: document.in_warehouse_id,
      total_qty: document.total_qty,
    },
    lines: all.map(({ id, sku_id, imperfect_type, qty, stock_batch_id }) => ({
      allot_line_id: id,
      sku_id,
      imperfect_type,
      qty,
      stock_batch_id,
    })),
    label: `${allot.label} ${document.allot_no} 审核通过时生成`,
  });
}
