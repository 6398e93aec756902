import { tableOf } from '#contract/kit/definition.ts';
import type { Field } from '#contract/kit/field.ts';
import type { Storage } from '../storage.ts';
import { among, sharing } from './conditions.ts';

export const referenceStorage: Storage = {
  column: (_name, field) => `bigint references ${targetTable(field)} (id)`,
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
