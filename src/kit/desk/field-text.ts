import { pendingWords } from '#contract/kit/conditions.ts';
import type { Field } from '#contract/kit/field.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import type { Values } from '#src/engine/row.ts';

/** What a person reads in a field, as text: a reference by its title and hint. Undefined where the record does not say it. */
export function fieldText(field: Field, name: string, record: Values): string | undefined {
  const value = record[name];
  if (value === null || value === undefined) return '';
  if (!field.target) return pendingWords(field, record) ?? field.kind.print(value, field);
  const title = record[titleKey(name)];
  const hint = record[`${name}__hint`];
  return typeof title === 'string'
    ? [title, hint].filter((part) => typeof part === 'string' && part !== '').join(' ')
    : undefined;
}
