import type { Saved, Taken, TransitionRequest } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { inSavepoint } from '#server/database/transaction.ts';
import { toldTo } from '#server/ledger/goods-refusal.ts';
import type { WriteContext } from './call-context.ts';
import { lockRecords } from './read-record.ts';
import { numberOf } from './record-name.ts';

interface TakingEach {
  each: NonNullable<TransitionRequest['each']>;
  takeOne(one: { id: number; version: number }): Promise<Saved>;
}

/**
 * Takes a step with several documents, each by itself: a refusal undoes its own document and no other. All are locked
 * before the first is taken, in the one order of locks; whatever is no refusal undoes all of them.
 */
export async function takeEach(
  context: WriteContext,
  definition: AnyDefinition,
  { each, takeOne }: TakingEach,
): Promise<Taken> {
  const ordered = [...each].sort((one, other) => one.id - other.id);
  const documents = await lockRecords(
    context,
    definition,
    ordered.map(({ id }) => id),
  );
  const numbers = new Map(documents.map((document) => [document.id, numberOf(definition, document)]));
  const taken: Saved[] = [];
  const refused: NonNullable<Taken['refused']> = [];
  for (const one of ordered) {
    try {
      taken.push(await inSavepoint(context.db, () => takeOne(one)));
    } catch (error) {
      const told = await toldTo(context.actor, context.db, error);
      if (!(told instanceof Refusal)) throw told;
      refused.push({ id: one.id, no: numbers.get(one.id) ?? null, code: told.code, msg: told.message });
    }
  }
  const [first = { id: ordered[0]?.id ?? 0, version: ordered[0]?.version ?? 0, no: null }] = taken;
  const warnings = taken.flatMap(({ no, warning }) => (warning === undefined ? [] : `${no ?? ''} ${warning}`.trim()));
  return { ...first, ...(warnings.length > 0 ? { warning: warnings.join('；') } : {}), refused };
}
