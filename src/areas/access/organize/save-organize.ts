import { limitFields } from '#contract/areas/access/data-limits.ts';
import type { Granted } from '#contract/areas/access/grant.ts';
import { organize, organizeCalls } from '#contract/areas/access/organize.ts';
import { callsOf, type Saved } from '#contract/kit/calls.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { sendable, settableFields } from '#src/engine/form/values.ts';
import type { Values } from '#src/engine/row.ts';
import { changesOf } from '../form/use-draft.ts';
import { useWrite } from '../use-write.ts';
import { limitItems } from './limit-fields.ts';

/** What became of the second half of a save: the limits have a call, and an approval, of their own. */
export interface LimitsSaved {
  readonly grantId: number | null;
  /** Why they were not saved although the organisation was. */
  readonly refused: string | undefined;
}

/** What is sent for the record itself: everything of a new one, what differs of a known one; undefined when nothing does. */
export function recordOf(record: { id: number; version: number } | undefined, start: Values, values: Values) {
  const fields = settableFields(organize);
  if (!record) return sendable(fields, values);
  const changes = changesOf(start, values, Object.keys(fields));
  return Object.keys(changes).length === 0 ? undefined : { id: record.id, version: record.version, ...changes };
}

/** What is sent for the limits: all of them over the version of the record that they were read with; undefined where nothing differs. */
export function limitsOf(record: { id: number; version: number }, start: Values, values: Values) {
  if (Object.keys(changesOf(start, values, Object.keys(limitFields))).length === 0) return undefined;
  return { organize_id: record.id, version: record.version, items: limitItems(values) };
}

/** Sends the limits of an organisation that has just been saved, where they differ; over the version which that save answered. */
export function useLimits(): (saved: Saved, start: Values, values: Values) => Promise<LimitsSaved> {
  const command = useWrite<Granted>();
  return async (saved, start, values) => {
    const limits = limitsOf(saved, start, values);
    if (!limits) return nothing;
    const sent = await command.run(organizeCalls.addData, limits);
    if (sent.ok) return { grantId: sent.value.grant_id, refused: undefined };
    command.giveUp();
    return { grantId: null, refused: wordsOf(sent.failure) || '登录已过期' };
  };
}

/** Nothing of the limits was to be saved. */
export const nothing: LimitsSaved = { grantId: null, refused: undefined };

/** The call for the record: adding or editing. */
export const recordCall = (isNew: boolean) =>
  (isNew ? callsOf(organize).add : callsOf(organize).edit) as ReturnType<typeof callsOf<typeof organize>>['add'];
