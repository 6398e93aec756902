import { sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import type { AllotEntry } from '#contract/areas/allocation/allot-entry.ts';
import { cartonState } from '#contract/areas/allocation/allot-enums.ts';
import { allotOut } from '#contract/areas/allocation/allot-out.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isCalled } from '#contract/kit/transition.ts';
import { inSavepoint } from '#server/database/transaction.ts';
import { allows } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { namedBeside } from '../pieces/damaged-pieces.ts';
import type { Work } from './hold-work.ts';

/** Of whom it is, and what is done. */
interface EntryOfDevice {
  readonly device_id: string;
  readonly entry: AllotEntry;
}

/** Takes a step that a tablet asks for; answers why it is refused, undefined where it was taken. */
export async function takeStepOf(
  kit: Kit,
  context: WriteContext,
  { work, ...action }: EntryOfDevice & { work: Work },
): Promise<string | undefined> {
  try {
    await inSavepoint(context.db, async () => await stepsOf[action.entry.kind]?.(kit, context, { work, ...action }));
    return undefined;
  } catch (problem) {
    if (problem instanceof Refusal) return problem.message;
    throw problem;
  }
}

type Taking = (kit: Kit, context: WriteContext, at: EntryOfDevice & { work: Work }) => Promise<void>;

/** Steps of the sender are of its own end, those of the receiver of the other. */
export const stepEnds: Readonly<Record<string, Work['end']>> = {
  pack: 'out',
  send: 'out',
  accept: 'into',
  sign: 'into',
};

const stepsOf: Readonly<Record<string, Taking>> = {
  async pack({ registry }, context, { work }) {
    if (!work.out) throw new Refusal('illegalTransition', '调拨单尚未审核通过');
    const { rows } = await sql<Put>`
      with first as (
        select device_id, counter_id, carton, min(received_at) as at from allot_counted where allot_id = ${work.id} and side = 1 group by 1, 2, 3
      ), place as (
        select f.*, row_number() over (order by at, device_id, counter_id, carton) as rank from first f
        where exists (${current(work.id, sql`(c.device_id, c.counter_id, c.carton) = (f.device_id, f.counter_id, f.carton)`)})
      )
      select p.id as line_id, m.rank as carton_place, sum(c.qty)::bigint as qty, m.device_id, m.counter_id, m.carton
      from place m join allot_counted c on c.allot_id = ${work.id} and c.side = 1 and (c.device_id, c.counter_id, c.carton) = (m.device_id, m.counter_id, m.carton)
      join allot_out_line p on p.allot_out_id = ${work.out.id} and p.allot_line_id = c.line_id
      left join allot_out_stated s on s.out_line_id = p.id
      where c.statement = coalesce(s.times, 0)
      group by 1, 2, 4, 5, 6 order by 2, 1`.execute(context.db);
    const lines = rows.map(({ line_id, carton_place, qty }) => ({ line_id, carton_place, qty }));
    await runTransition(registry, context, { definition: allotOut, name: 'pack', id: work.out.id, input: { lines } });
    const marks = rows.map(({ carton_place, device_id, counter_id, carton }) => ({
      carton_place,
      device_id,
      counter_id,
      carton,
    }));
    await sql`
      insert into allot_carton_mark (allot_carton_id, device_id, counter_id, carton)
      select distinct c.id, m.device_id, m.counter_id, m.carton
      from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as m (carton_place bigint, device_id text, counter_id bigint, carton integer)
      join allot_carton c on c.allot_id = ${work.id} and c.status = ${cartonState.packed} and c.carton_place = m.carton_place`.execute(
      context.db,
    );
  },
  async send({ registry }, context, { work, entry }) {
    needs(context, 'send');
    const { logistics_id = null, waybill_no = null } = entry;
    await runTransition(registry, context, {
      definition: allot,
      name: 'send',
      id: work.id,
      input: { logistics_id, waybill_no },
    });
  },
  async accept({ registry }, context, { work, entry }) {
    const arrive_time = arrivalOf(context, entry);
    const named = entry.barcode === '' ? [] : [entry.barcode];
    const { rows } = await sql<{ status: number }>`
      select status from allot_carton where allot_id = ${work.id} and carton_no = any(${named}) and status = ${cartonState.arrived}`.execute(
      context.db,
    );
    // Another tablet has taken it in already: it is there.
    if (rows.length > 0) return;
    await runTransition(registry, context, {
      definition: allot,
      name: 'accept',
      id: work.id,
      input: { ...(named.length > 0 && { carton_nos: named }), ...(await timely(context, work.id, arrive_time)) },
    });
  },
  async sign({ registry }, context, { work, entry }) {
    needs(context, 'sign');
    const { rows: counted } = await sql<{
      line_id: number;
      sign_qty: number;
      imperfect_qty: number;
      damage_type: number | null;
    }>`
      select id as line_id, counted_qty as sign_qty, counted_imperfect_qty as imperfect_qty, counted_damage_type as damage_type
      from allot_line where allot_id = ${work.id} order by id`.execute(context.db);
    const named = await namedBeside(context.db, { id: work.id, damaged: entry.damaged ?? [] });
    const lines = counted.map((line) => ({ ...line, ...named.get(line.line_id) }));
    await runTransition(registry, context, { definition: allot, name: 'sign', id: work.id, input: { lines } });
  },
};

/** Pieces of a line in a carton of somebody. */
interface Put {
  readonly line_id: number;
  readonly carton_place: number;
  readonly qty: number;
  readonly device_id: string;
  readonly counter_id: number;
  readonly carton: number;
}

// Pieces that are in what is picked now: not those that a desk has said anew since.
const current = (allotId: number, of: ReturnType<typeof sql>) => sql`
  select 1 from allot_counted c
  left join (allot_out_stated s join allot_out_line p on p.id = s.out_line_id) on p.allot_line_id = c.line_id
  where c.allot_id = ${allotId} and c.side = 1 and ${of} and c.statement = coalesce(s.times, 0)`;

/** The key of the step itself: the call that brings entries is of picking and of taking in. */
function needs({ actor }: WriteContext, step: 'send' | 'sign'): void {
  const transition = allot.transitions?.[step];
  if (!transition || !isCalled(transition) || allows(actor, transition.access)) return;
  throw new Refusal('forbidden', `您没有“${transition.label}”的权限`);
}

/** When it came, by a clock that its device vouches for. */
const arrivalOf = ({ now }: WriteContext, { counted_at, time_doubtful }: AllotEntry): string | null =>
  time_doubtful || Date.parse(counted_at) > now.getTime() ? null : counted_at;

/** Told only where the goods had left by then. */
async function timely({ db }: WriteContext, id: number, at: string | null): Promise<{ arrive_time?: string }> {
  if (at === null) return {};
  const { rows } = await sql`select 1 from allot where id = ${id} and sent_at <= ${at}::timestamptz`.execute(db);
  return rows.length > 0 ? { arrive_time: at } : {};
}
