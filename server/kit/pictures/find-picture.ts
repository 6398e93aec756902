import { type Kysely, sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { type Actor, allows } from '#server/identity/actor.ts';
import { isVisible } from '#server/identity/data-scope.ts';

/** The file of a picture in one size, for whoever sees a style that has it, or brought it. */
export async function findPicture(
  db: Kysely<unknown>,
  actor: Actor,
  { id, side }: { id: string; side: number },
): Promise<string | undefined> {
  // Who sees pieces of goods sees what they look like.
  const may = [callsOf(spu).detail.access, callsOf(sku).list.access].some((access) => allows(actor, access));
  const { rows } = await sql<{ file_id: string }>`
    select f.file_id from picture p join picture_file f on f.picture_id = p.id and f.side = ${side}
    where p.id = ${id} and (p.admin_id = ${actor.id} or (${may} and exists (
      select 1 from spu_picture s join spu r on r.id = s.spu_id where s.picture_id = p.id and ${isVisible(spu, actor, 'r')})))`.execute(
    db,
  );
  return rows[0]?.file_id;
}
