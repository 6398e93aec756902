import { sql } from 'kysely';
import { z } from 'zod';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { ownPrintCall, type Printing, type RegisteredPrint } from '#contract/kit/printing.ts';
import { closedWords } from '#contract/kit/transition.ts';
import type { WriteContext } from './call-context.ts';
import { lockRecords } from './read-record.ts';
import { numberOf } from './record-name.ts';
import type { Kit } from './serve-entity.ts';

/** Serves the call of its own by which a document's prints are registered, where it has one. */
export function servePrinting({ registry }: Pick<Kit, 'registry'>, printing: Printing): void {
  const call = ownPrintCall(printing);
  if (!call) return;
  const { definition, formats, states } = printing;
  const kind = formats.length > 1 ? z.int().min(1).max(formats.length) : z.never().optional();
  const asked = z.strictObject({ id: z.int().min(1), kind });
  registry.write(call, asked, (context, { id }) => registerPrint(context, definition, id, states));
}

/**
 * Counts one print of a document that the caller sees, in whatever state unless some are named: its version stays, for nothing of it has changed.
 * Who prints at the same moment waits, so that one of the two is told that it is again (domain.md §1.1).
 */
export async function registerPrint(
  context: WriteContext,
  definition: AnyDefinition,
  id: number,
  states?: readonly number[],
): Promise<RegisteredPrint> {
  const [seen] = await lockRecords(context, definition, [id]);
  if (!seen) throw new Refusal('notFound');
  const status = Number(seen.status);
  if (states && !states.includes(status))
    throw new Refusal(
      'illegalTransition',
      `${numberOf(definition, seen)} ${closedWords(definition.states, status, { label: '打印' })}`,
    );
  const { rows } = await sql<Pick<RegisteredPrint, 'print_count'>>`
    update ${sql.table(tableOf(definition))} set print_count = print_count + 1 where id = ${id} returning print_count`.execute(
    context.db,
  );
  const print_count = rows[0]?.print_count ?? 1;
  return { is_again_print: print_count > 1 ? 1 : 0, print_count };
}
