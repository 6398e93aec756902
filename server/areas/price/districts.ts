import { sql } from 'kysely';
import { organize } from '#contract/areas/access/organize.ts';
import type { priceSheet } from '#contract/areas/price/price-sheet.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';

/** Districts of a sheet that have not passed it and are the caller's to speak for. */
async function ownWaiting({ db, actor }: WriteContext, document: LockedDocument<typeof priceSheet>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from organize o where o.id = any(${document.concerned_organize_ids}::bigint[]) and ${isVisible(organize, actor, 'o')}
      and not exists (select 1 from price_sheet_district d where d.price_sheet_id = ${document.id} and d.organize_id = o.id)
    order by o.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** How many districts are left once this person has passed theirs: the step stays where it is until there is none. */
export async function passDistrict(
  context: WriteContext,
  document: LockedDocument<typeof priceSheet>,
  rejects: boolean,
): Promise<Values> {
  if (rejects) return {};
  const own = await ownWaiting(context, document);
  if (own.length === 0) return {};
  await sql`
    insert into price_sheet_district (price_sheet_id, organize_id, admin_id, at)
    select ${document.id}, unnest(${own}::bigint[]), ${context.actor.id}, ${context.now.toISOString()}`.execute(
    context.db,
  );
  return { districts_left: Number(document.districts_left) - own.length };
}

/** Whose districts have all passed has nothing left to say. */
export async function guardDistrict({ context, document, rejects }: Step<typeof priceSheet>): Promise<void> {
  if (rejects) return;
  const { rows } = await sql`
    select 1 from price_sheet_district where price_sheet_id = ${document.id} and admin_id = ${context.actor.id} and at = ${context.now.toISOString()}::timestamptz limit 1`.execute(
    context.db,
  );
  if (rows.length === 0)
    throw new Refusal('illegalTransition', '您负责的区域已审核或不在此调价单的范围内，等待其他区域审核');
}
