import { allFields } from '#contract/kit/base-fields.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Field } from '#contract/kit/field.ts';
import { moneyKind } from '#contract/kit/kinds/money.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import type { Row } from '#src/engine/row.ts';

/** What a record is about besides its number, as its list shows it: with whom or where, how many, and for how much. */
export function briefOf(definition: AnyDefinition, record: Row): string {
  const parties = definition.list.columns
    .filter((name) => name in definition.fields)
    .map((name) => record[titleKey(name)])
    .filter((title) => typeof title === 'string' && title !== '')
    .slice(0, mostParties);
  const figures = figuresOf(definition, [record]);
  const fields = allFields(definition);
  const amounts = [figures.find((name) => !isMoney(fields[name])), figures.find((name) => isMoney(fields[name]))];
  const said = amounts.flatMap((name) => {
    const field = name === undefined ? undefined : fields[name];
    if (name === undefined || !field) return [];
    const value = Number(record[name]);
    return [field.kind.tell?.(value) ?? `${field.kind.print(value, field)} ${field.kind.unit ?? ''}`.trim()];
  });
  return [...parties, ...said].join(' · ');
}

/** Columns of the list that are summed and that some of these records have; those behind a key are in none. */
export function figuresOf({ list }: AnyDefinition, records: readonly Row[]): string[] {
  return list.columns.filter(
    (name) => list.sum?.includes(name) && records.some((record) => typeof record[name] === 'number'),
  );
}

const isMoney = (field: Field | undefined): boolean => field?.kind.name === moneyKind.name;

/** From whom to whom; more would hide the amount. */
const mostParties = 2;
