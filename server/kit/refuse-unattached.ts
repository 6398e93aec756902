import { sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import { isCalled, type Transition } from '#contract/kit/transition.ts';
import type { Step } from './step.ts';

/**
 * Refuses a step of a document that carries no file of this kind, the one that the step declares by default: counted among those that
 * are there (amendments G9).
 */
export async function refuseUnattached(
  { context, definition, document, transition }: Step,
  kind = fileOf(transition),
): Promise<void> {
  const { rows } = await sql`
    select 1 from stored_file where doc_type = ${definition.name} and doc_id = ${document.id} and kind = ${kind} limit 1`.execute(
    context.db,
  );
  const words = definition.attachments?.kinds[kind] ?? kind;
  if (rows.length === 0) throw new Refusal('invalid', `请先在附件中上传${words}，再${transition.label}`, 'files');
}

function fileOf(transition: Transition): string {
  const kind = isCalled(transition) ? transition.file : undefined;
  if (kind === undefined) throw new Error(`${transition.label} declares no file`);
  return kind;
}
