import type { Field } from '#contract/kit/field.ts';
import type { Storage } from '../storage.ts';
import { any, equals } from './conditions.ts';

export const choiceStorage: Storage = {
  column: (name, field) => `smallint check (${name} in (${codes(field).join(', ')}))`,
  where: any,
};

export const wordStorage: Storage = {
  column: (name, field) =>
    `text check (${name} in (${codes(field)
      .map((code) => `'${code.replaceAll("'", "''")}'`)
      .join(', ')}))`,
  where: any,
};

export const flagStorage: Storage = {
  column: () => 'boolean',
  where: equals,
};

function codes(field: Field): string[] {
  return Object.keys(field.choices ?? {});
}
