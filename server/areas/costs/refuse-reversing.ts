import { sql } from 'kysely';
import { receiptReversing } from '#contract/areas/purchasing/inbound-events.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/** A batch whose cost was adjusted, or is about to be, is not taken back: what followed from that is booked. Its goods go back by a return. */
export function refuseReversing({ registry }: Pick<Kit, 'registry'>): void {
  registry.events.on(receiptReversing, async ({ db }, { batch_no, detail_ids }) => {
    const { rows } = await sql<{ cost_no: string }>`
      select c.cost_no from cost_adjust_line l join cost_adjust c on c.id = l.cost_adjust_id
      where l.in_ware_detail_id = any(${[...detail_ids]}::bigint[]) and c.status <> -1 order by c.id limit 1`.execute(
      db,
    );
    const [found] = rows;
    if (found)
      throw new Refusal('illegalTransition', `${batch_no} 有成本调整单 ${found.cost_no}，不能红冲，请用退返单退货`);
  });
}
