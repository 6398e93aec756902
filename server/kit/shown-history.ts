import type { AuditRow } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { hiddenNames } from '#contract/kit/mask.ts';
import { readAudit, withoutFields } from './audit-trail.ts';
import type { ReadContext } from './call-context.ts';
import { withLineWords } from './line-history.ts';

/** The history of a record that the caller may open, without the fields that are masked for them. `seen` is the definition as they see it. */
export async function shownHistory(
  { db, actor }: Pick<ReadContext, 'db' | 'actor'>,
  { definition, seen, id }: { definition: AnyDefinition; seen: AnyDefinition; id: number },
): Promise<AuditRow[]> {
  const history = withoutFields(await readAudit(db, definition.name, id), hiddenNames(definition, seen));
  return definition.lines ? await withLineWords(db, history, { actor, seenOf: () => seen }) : history;
}
