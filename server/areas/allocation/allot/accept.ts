import { sql } from 'kysely';
import type { allot } from '#contract/areas/allocation/allot.ts';
import { allotCarton } from '#contract/areas/allocation/allot-carton.ts';
import { allotState, cartonState } from '#contract/areas/allocation/allot-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { Actor } from '#server/identity/actor.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { moveCartons } from '../out/cartons.ts';

/** The numbers of the cartons of an allot that are on their way. */
async function sentCartons(db: Tx, allotId: number): Promise<string[]> {
  const { rows } = await sql<{ carton_no: string }>`
    select carton_no from allot_carton where allot_id = ${allotId} and status = ${cartonState.sent} order by carton_place`.execute(
    db,
  );
  return rows.map((row) => row.carton_no);
}

const numbersOf = ({ input }: Step<typeof allot>): string[] => [...new Set((input.carton_nos ?? []) as string[])];

/** Cartons that have arrived before. */
const arrivedBefore = ({ found }: Step<typeof allot>): number =>
  found.status === allotState.arrived ? (found.arrived_carton_qty ?? 0) : 0;

/** Goods arrive after they were sent, in no more cartons than that, and cartons that are named are theirs and still on their way. */
export async function guardAccept(step: Step<typeof allot>): Promise<void> {
  const { context, document, input } = step;
  const arrived = document.arrive_time;
  if (arrived && Date.parse(arrived) > context.now.getTime())
    throw new Refusal('invalid', '到货时间不能晚于现在', 'arrive_time');
  if (arrived && Date.parse(arrived) < Date.parse(requireField(document, 'sent_at')))
    throw new Refusal('invalid', '到货时间不能早于发货时间', 'arrive_time');
  const numbers = numbersOf(step);
  const said = (input.carton_qty ?? null) as number | null;
  if (numbers.length > 0) {
    const sent = new Set(await sentCartons(context.db, document.id));
    const strange = numbers.find((number) => !sent.has(number));
    if (strange !== undefined)
      throw new Refusal('invalid', `${allotCarton.label} ${strange} 不属于此调拨单，或已到货`, 'carton_nos');
    if (said !== null && said !== numbers.length)
      throw new Refusal('invalid', `已扫 ${numbers.length} 箱，到货箱数应一致`, 'carton_qty');
  }
  const sent = document.carton_qty;
  const before = arrivedBefore(step);
  if (said !== null && sent !== null && said + before > sent)
    throw new Refusal(
      'invalid',
      before > 0 ? `到货箱数 ${said} 超过未到的 ${sent - before} 箱` : `到货箱数 ${said} 超过发货箱数 ${sent}`,
      'carton_qty',
    );
}

/** Once all cartons are there, or nobody counts cartons, nothing comes later. */
export function someAreMissing(_actor: Actor, { status, carton_qty: sent, arrived_carton_qty: arrived }: Values) {
  if (status !== allotState.arrived || Number(arrived ?? 0) < Number(sent ?? 0)) return undefined;
  return new Refusal('illegalTransition', '所有箱都已到货');
}

/**
 * Notes what has arrived, by cartons that were scanned or by their number; those that come later add to the first. Stock changes when it is
 * signed for.
 */
export async function acceptAllot({ registry }: Pick<Kit, 'registry'>, step: Step<typeof allot>): Promise<Values> {
  const { context, document, found, input } = step;
  const now = context.now.toISOString();
  const at = document.arrive_time ?? now;
  const numbers = numbersOf(step);
  const sent = await sentCartons(context.db, document.id);
  const said = (input.carton_qty ?? null) as number | null;
  const whole = numbers.length === 0 && (said === null || said === sent.length);
  if (sent.length > 0 && (whole || numbers.length > 0)) {
    const which = whole ? {} : { numbers };
    await moveCartons(registry, context, { allotId: document.id, step: 'arrive', ...which });
    await sql`
      update allot_carton set arrived_at = ${at}::timestamptz
      where allot_id = ${document.id} and status = ${cartonState.arrived} and arrived_at is null`.execute(context.db);
  }
  const before = arrivedBefore(step);
  const rest = document.carton_qty === null ? null : document.carton_qty - before;
  const came = numbers.length > 0 ? numbers.length : (said ?? rest);
  const again = found.status === allotState.arrived;
  return {
    accepted_at: again ? found.accepted_at : now,
    arrive_time: again ? found.arrive_time : at,
    arrived_carton_qty: came === null ? null : before + came,
  };
}
