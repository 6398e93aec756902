import { sql } from 'kysely';
import { allotCarton } from '#contract/areas/allocation/allot-carton.ts';
import { cartonState } from '#contract/areas/allocation/allot-words.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Tx } from '#server/database/transaction.ts';
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

const numbersOf = ({ input }: Step): string[] => [...new Set((input.carton_nos ?? []) as string[])];

/** Goods arrive after they were sent, in no more cartons than that, and cartons that are named are theirs. */
export async function guardAccept(step: Step): Promise<void> {
  const { context, document, input } = step;
  const arrived = document.arrive_time as string | null;
  if (arrived && Date.parse(arrived) > context.now.getTime())
    throw new Refusal('invalid', '到货时间不能晚于现在', 'arrive_time');
  if (arrived && Date.parse(arrived) < Date.parse(document.sent_at as string))
    throw new Refusal('invalid', '到货时间不能早于发货时间', 'arrive_time');
  const numbers = numbersOf(step);
  const said = (input.carton_qty ?? null) as number | null;
  if (numbers.length > 0) {
    const sent = new Set(await sentCartons(context.db, document.id));
    const strange = numbers.find((number) => !sent.has(number));
    if (strange !== undefined)
      throw new Refusal('invalid', `${allotCarton.label} ${strange} 不属于此调拨单`, 'carton_nos');
    if (said !== null && said !== numbers.length)
      throw new Refusal('invalid', `已扫 ${numbers.length} 箱，到货箱数应一致`, 'carton_qty');
  }
  const sent = document.carton_qty as number | null;
  if (said !== null && sent !== null && said > sent)
    throw new Refusal('invalid', `到货箱数 ${said} 超过发货箱数 ${sent}`, 'carton_qty');
}

/** Notes what has arrived, by cartons that were scanned or by their number; stock changes when it is signed for. */
export async function acceptAllot({ registry }: Pick<Kit, 'registry'>, step: Step): Promise<Values> {
  const { context, document, input } = step;
  const at = (document.arrive_time as string | null) ?? context.now.toISOString();
  const numbers = numbersOf(step);
  const sent = await sentCartons(context.db, document.id);
  const said = (input.carton_qty ?? null) as number | null;
  const whole = numbers.length === 0 && (said === null || said === sent.length);
  if (sent.length > 0 && (whole || numbers.length > 0)) {
    const which = whole ? {} : { numbers };
    await moveCartons(registry, context, { allotId: document.id, step: 'arrive', ...which });
    await sql`
      update allot_carton set arrived_at = ${at}::timestamptz where allot_id = ${document.id} and status = ${cartonState.arrived}`.execute(
      context.db,
    );
  }
  return {
    accepted_at: context.now.toISOString(),
    arrive_time: at,
    arrived_carton_qty: numbers.length > 0 ? numbers.length : (said ?? document.carton_qty ?? null),
  };
}
