import { sql } from 'kysely';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import type { fineFor } from '#contract/areas/purchasing/purchase-enums.ts';
import { fineProposed } from '#contract/areas/purchasing/purchase-events.ts';
import type { Events } from '#server/kit/events.ts';
import type { Step } from '#server/kit/step.ts';

interface Proposal {
  readonly fine_type: (typeof fineFor)[keyof typeof fineFor];
  readonly reason: string;
  /** It waits to be audited at once; else it is a draft. */
  readonly submitted: boolean;
}

/**
 * Proposes a fine for an appointment: the rate that each contract has for it, of the value of its lines, tax included (amendments G4).
 * What becomes of it is for the area of fines.
 */
export async function proposeFine(
  { events }: { readonly events: Events },
  { context, document }: Pick<Step<typeof arrivalOrder>, 'context' | 'document'>,
  { fine_type, reason, submitted }: Proposal,
): Promise<void> {
  const { rows } = await sql<{ contract_id: number; value: number; rate_bp: number; amount: number }>`
    select c.id as contract_id, s.value, coalesce(c.late_fine_rate_bp, 0) as rate_bp,
      (s.value * coalesce(c.late_fine_rate_bp, 0) + 5000) / 10000 as amount
    from (
      select o.contract_id, sum(v.plan_qty * l.purchase_price)::bigint as value
      from arrival_order_line v join purchase_order_line l on l.id = v.purchase_line_id join purchase_order o on o.id = l.purchase_order_id
      where v.arrival_order_id = ${document.id} group by 1) s
    join contract c on c.id = s.contract_id order by c.id`.execute(context.db);
  await events.emit(context, fineProposed, {
    supplier_id: Number(document.supplier_id),
    fine_type,
    amount: rows.reduce((sum, { amount }) => sum + amount, 0),
    source_type: arrivalOrder.name,
    source_id: document.id,
    source_no: String(document.arrival_no),
    reason,
    submitted,
    parts: rows,
  });
}
