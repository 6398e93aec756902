import type { AnyDefinition } from '#contract/kit/definition.ts';
import type * as Schemas from '#contract/kit/schema.ts';
import type { Values } from '../row.ts';
import { type FormErrors, type Issue, noErrors, plainErrors, schemaErrors } from './errors.ts';
import { type FormLines, spelledLine } from './lines.ts';
import { sendable, settableFields } from './values.ts';

interface Checked {
  mode: 'add' | 'edit';
  draft: { values: Values; lines: FormLines };
  /** The record an edit starts from. */
  record: unknown;
}

/**
 * What is wrong with a form before it is sent: missing and repeated first, in plain words, then the contract's schema
 * over the whole, all lines included, so that rules across lines are seen. The schema and zod load here, with the
 * first save, and not on the first path (design §11).
 */
export async function checkForm(definition: AnyDefinition, { mode, draft, record }: Checked): Promise<FormErrors> {
  const plain = plainErrors(definition, draft.values, draft.lines);
  if (Object.keys(plain).length > 0) return plain;
  const lines = draft.lines.rows.map((row) => spelledLine(definition, row, draft.values));
  const { id, version } = (record ?? {}) as { id?: number; version?: number };
  const whole = {
    ...(mode === 'edit' ? { id, version } : {}),
    ...sendable(settableFields(definition), draft.values),
    ...(definition.lines ? { lines } : {}),
  };
  const schema = await loadSchema();
  if (!schema) return noErrors;
  const keys = draft.lines.rows.map((row) => row.key);
  const judged = schema.saveSchema(definition, mode).safeParse(whole);
  if (!judged.success) return schemaErrors(definition, judged.error.issues as readonly Issue[], keys);
  // The schema of an edit asks no rules, for it may see a part; here the whole record is at hand.
  const broken = schema.brokenRule(definition, whole);
  return broken ? schemaErrors(definition, [{ path: broken.field.split('.'), message: broken.words }], keys) : noErrors;
}

/** The contract's schemas, loaded once; undefined when they cannot be had now. */
export async function loadSchema(): Promise<typeof Schemas | undefined> {
  try {
    return await import('#contract/kit/schema.ts');
  } catch {
    // Out of coverage, or the build was replaced meanwhile: the server judges by the same schema anyway.
    return undefined;
  }
}
