import { tableOf } from '#contract/kit/definition.ts';
import type { Field } from '#contract/kit/field.ts';
import type { Storage } from '../storage.ts';
import { among, sharing } from './conditions.ts';

export const referenceStorage: Storage = {
  // Of a view there is no key to point to: the table behind it is named by the migration.
  column: (_name, field) => (field.target?.().view ? 'bigint' : `bigint references ${targetTable(field)} (id)`),
  where: among('bigint'),
};

/** Ids in an array column: the write checks each of them, which a foreign key cannot (decision 0004). */
export const referencesStorage: Storage = {
  column: () => 'bigint[]',
  where: sharing('bigint'),
};

function targetTable(field: Field): string {
  if (!field.target) throw new Error(`reference without a target: ${field.label}`);
  return tableOf(field.target());
}
