import { type Kysely, sql } from 'kysely';
import { stocktaking, stocktakingState, takeType } from '#contract/areas/warehouse/stocktaking.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { CallContext, WriteContext } from '#server/kit/call-context.ts';
import { readRecord } from '#server/kit/read-record.ts';

/** A sheet as the counting calls see it. */
export interface Sheet {
  id: number;
  stocktaking_no: string;
  warehouse_id: number;
  status: number;
  round: number;
  blind: boolean;
  counter_ids: number[];
  snapshot_at: string | null;
  take_type: number;
}

/** Is it taken by codes alone (amendments A)? */
export const isByCodes = ({ take_type }: Pick<Sheet, 'take_type'>): boolean => take_type === takeType.codes;

/** Is somebody out there counting it? */
export const isOpen = (sheet: Pick<Sheet, 'status'>): boolean =>
  sheet.status === stocktakingState.counting || sheet.status === stocktakingState.recounting;

/** A sheet inside the caller's data scope; refuses with `notFound` for any other. */
export async function sheetFor(context: CallContext & { db: Kysely<unknown> }, id: number): Promise<Sheet> {
  const record = await readRecord(context.db, stocktaking, { actor: context.actor, id });
  if (!record) throw new Refusal('notFound');
  return record;
}

/**
 * Reads a sheet under a lock. `counting` lets other counters go on beside this one; `deciding` waits for all counts that
 * are on their way in and keeps new ones out until this transaction ends.
 */
export async function lockSheet(context: WriteContext, id: number, purpose: 'counting' | 'deciding'): Promise<Sheet> {
  await sheetFor(context, id);
  const strength = purpose === 'counting' ? sql`for share` : sql`for no key update`;
  const { rows } =
    await sql<Sheet>`select id, stocktaking_no, warehouse_id, status, round, blind, counter_ids, snapshot_at, take_type from stocktaking where id = ${id} ${strength}`.execute(
      context.db,
    );
  const [sheet] = rows;
  if (!sheet) throw new Refusal('notFound');
  return sheet;
}

/** Only the counters named on the sheet count it; a sheet that names none is open to every holder of the key. */
export function refuseStranger(sheet: Sheet, context: CallContext): void {
  if (isStranger(sheet, context.actor)) throw new Refusal('forbidden', '您不是这张盘点单的盘点人');
}

/** Does the sheet name its counters, and not this person? */
export function isStranger({ counter_ids }: Pick<Sheet, 'counter_ids'>, { id }: Pick<Actor, 'id'>): boolean {
  return counter_ids.length > 0 && !counter_ids.includes(id);
}
