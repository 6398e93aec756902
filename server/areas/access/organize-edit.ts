import { sql } from 'kysely';
import type { Granted } from '#contract/areas/access/grant.ts';
import { organize } from '#contract/areas/access/organize.ts';
import type { Saved } from '#contract/kit/calls.ts';
import { references } from '#contract/kit/kinds/reference.ts';
import { holdAccess } from '#server/identity/hold-access.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import { checkReferences } from '#server/kit/references.ts';
import { editRecord, type Values } from '#server/kit/save-record.ts';
import { askGrant } from './grants/ask.ts';
import { supersede } from './grants/supersede.ts';
import { organizeHooks } from './organize-hooks.ts';
import { takePlace } from './organize-order.ts';
import { isMove, type Move, refusePlace, widenedBy } from './organize-place.ts';

/**
 * Edits an organisation. A move by which somebody sees more waits for a second person, with its place among the siblings;
 * everything else holds at once (decision 0032).
 */
export async function editOrganize(context: WriteContext, input: Values, numbers: Numbers): Promise<Saved & Granted> {
  const rights = await holdAccess(context);
  const { parent_id, order, ...rest } = input;
  const saving = { definition: organize, hooks: organizeHooks, numbers };
  const [before] = parent_id === undefined ? [] : await lockRecords(context, organize, [Number(input.id)]);
  const move = before && { before, parentId: parent_id as number | null };
  const waits = move && isMove(move) && (await widens(context, move));
  const saved = await editRecord(context, { ...saving, input: waits ? rest : input });
  if (!waits) {
    if (order !== undefined || parent_id !== undefined) await takePlace(context.db, saved.id);
    return { ...saved, grant_id: null };
  }
  await supersede(context, saved.id, 'parent');
  const { rows } = await sql<{ name: string }>`select name from organize where id = ${parent_id}`.execute(context.db);
  const grant_id = await askGrant(context, rights, {
    subject: 'organize',
    subjectId: saved.id,
    subjectName: String(rest.name ?? before.name),
    gained: [{ kind: 'parent', id: parent_id as number, name: rows[0]?.name ?? '' }],
    lost: [],
  });
  return { ...saved, grant_id };
}

async function widens(context: WriteContext, move: Move): Promise<boolean> {
  await checkReferences(context.db, context.actor, {
    fields: { parent_id: references(() => organize, organize.fields.parent_id?.label ?? '') },
    records: [{ parent_id: move.parentId === null ? [] : [move.parentId] }],
  });
  await refusePlace(context, move);
  return (await widenedBy(context, move)).length > 0;
}
