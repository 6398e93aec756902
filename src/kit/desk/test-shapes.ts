import { allFields, fieldOf } from '#contract/kit/base-fields.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Field, Fields } from '#contract/kit/field.ts';

/**
 * Few definitions that have between them whatever any of these has. A page is generated: one that is shown for a definition is
 * shown for every other of the same shape. All of them with DEEP=1.
 */
export function oneOfEachShape(
  definitions: readonly AnyDefinition[],
  shapeOf: (definition: AnyDefinition) => ReadonlySet<string>,
): ReadonlySet<AnyDefinition> {
  if (import.meta.env['DEEP']) return new Set(definitions);
  const shapes = definitions.map((definition) => [definition, shapeOf(definition)] as const);
  const missing = new Set(shapes.flatMap(([, shape]) => [...shape]));
  const chosen = new Set<AnyDefinition>();
  const news = (shape: ReadonlySet<string>) => [...shape].filter((one) => missing.has(one)).length;
  while (missing.size > 0) {
    const [best] = shapes.toSorted(([, one], [, other]) => news(other) - news(one));
    if (!best) break;
    chosen.add(best[0]);
    for (const one of best[1]) missing.delete(one);
  }
  return chosen;
}

/** What a list is made of: how its columns look, what its filters are, and which of its parts there are. */
export function listShape(definition: AnyDefinition): ReadonlySet<string> {
  const { columns, filters, search, searchThrough, sum, sort } = definition.list;
  return new Set([
    ...columns.map((name) => `column ${lookedAs(fieldOf(definition, name))}`),
    ...filters.map((name) => `filter ${lookedAs(fieldOf(definition, name))}`),
    ...partsOf({ search: search.length > 0, searchThrough, sum, sort: sort.length > 0 }),
    ...meaningOf(definition),
  ]);
}

/** What a detail is made of: how its facts and the cells of its lines look, and which of its parts there are. */
export function detailShape(definition: AnyDefinition): ReadonlySet<string> {
  return new Set([
    ...looks('fact', allFields(definition)),
    ...looks('cell', definition.lines?.fields ?? {}),
    ...meaningOf(definition),
  ]);
}

/** What a form is made of: how its inputs and those of its lines look, and which of its parts there are. */
export function formShape(definition: AnyDefinition): ReadonlySet<string> {
  return new Set([
    ...looks('input', definition.fields),
    ...Object.values(definition.fields).flatMap(({ derived, compute }) => partsOf({ derived, compute })),
    ...looks('cell', definition.lines?.fields ?? {}),
    ...meaningOf(definition),
  ]);
}

function meaningOf(definition: AnyDefinition): string[] {
  const { states, transitions, lines, attachments, bulk, ledger, parts, view, number, calls } = definition;
  return [
    ...partsOf({ states, transitions, lines, attachments, bulk, ledger, parts, view, number }),
    ...Object.keys(calls).map((verb) => `call ${verb}`),
  ];
}

const partsOf = (parts: Record<string, unknown>): string[] => Object.keys(parts).filter((name) => parts[name]);

const looks = (where: string, fields: Fields): string[] =>
  Object.values(fields).map((field) => `${where} ${lookedAs(field)}`);

function lookedAs({ kind, ...field }: Field): string {
  const { choices, target, mask, upload, visible, by } = field;
  return [kind.name, kind.many ? 'many' : '', ...partsOf({ choices, target, mask, upload, visible, by })].join(' ');
}
