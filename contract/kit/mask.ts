import type { AnyDefinition, ListMeaning } from './definition.ts';
import type { Fields } from './field.ts';
import { calledTransitions, isCalled } from './transition.ts';

/** May this person see what stands behind a key? */
export type Holds = (key: string) => boolean;

/** The keys that uncover fields of a definition, each once. */
export function maskKeys(definition: AnyDefinition): readonly string[] {
  const known = keysByDefinition.get(definition);
  if (known) return known;
  const asked = calledTransitions(definition).map(([, step]) => step.asks ?? {});
  const masks = [definition.fields, definition.lines?.fields ?? {}, ...asked]
    .flatMap((fields) => Object.values(fields))
    .flatMap((field) => field.mask ?? []);
  const keys = [...new Set(masks)].sort();
  keysByDefinition.set(definition, keys);
  return keys;
}

/**
 * The definition as one person knows it: a field behind a key that they do not hold is in none of its fields, lines,
 * columns, filters, orders and sums. Schemas, queries and pages made of it therefore know nothing of the field, on both
 * sides of the wire. The same object for the same keys, so that it may be compared and remembered.
 */
export function seenWith<D extends AnyDefinition>(definition: D, holds: Holds): D {
  const missing = maskKeys(definition).filter((key) => !holds(key));
  if (missing.length === 0) return definition;
  const views = viewsOf.get(definition) ?? new Map<string, AnyDefinition>();
  viewsOf.set(definition, views);
  const name = missing.join(' ');
  const view = views.get(name) ?? without(definition, new Set(missing));
  views.set(name, view);
  wholeOf.set(view, definition);
  return view as D;
}

/** Names of the record's and the lines' fields that `seen` lacks. */
export function hiddenNames(definition: AnyDefinition, seen: AnyDefinition): ReadonlySet<string> {
  if (definition === seen) return nothing;
  const gone = (all: Fields = {}, left: Fields = {}) => Object.keys(all).filter((name) => !(name in left));
  return new Set([...gone(definition.fields, seen.fields), ...gone(definition.lines?.fields, seen.lines?.fields)]);
}

/** Those of `names` that somebody who knows `seen` may be shown: a page may name a field behind a key like any other. */
export function shownNames(seen: AnyDefinition, names: readonly string[]): readonly string[] {
  const whole = wholeOf.get(seen);
  if (!whole) return names;
  const hidden = hiddenNames(whole, seen);
  return names.filter((name) => !hidden.has(name));
}

const wholeOf = new WeakMap<AnyDefinition, AnyDefinition>();
const keysByDefinition = new WeakMap<AnyDefinition, readonly string[]>();
const viewsOf = new WeakMap<AnyDefinition, Map<string, AnyDefinition>>();
const nothing: ReadonlySet<string> = new Set();

function without(definition: AnyDefinition, missing: ReadonlySet<string>): AnyDefinition {
  const fields = uncovered(definition.fields, missing);
  const { lines, transitions } = definition;
  return {
    ...definition,
    fields,
    list: listOf(definition, fields),
    ...(lines ? { lines: { ...lines, fields: uncovered(lines.fields, missing) } } : {}),
    ...(transitions
      ? {
          transitions: Object.fromEntries(
            Object.entries(transitions).map(([name, step]) => [
              name,
              isCalled(step) && step.asks ? { ...step, asks: uncovered(step.asks, missing) } : step,
            ]),
          ),
        }
      : {}),
  };
}

function uncovered(fields: Fields, missing: ReadonlySet<string>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, { mask }]) => mask === undefined || !missing.has(mask)));
}

function listOf({ list, fields }: AnyDefinition, left: Fields): ListMeaning<string> {
  const stays = (name: string): boolean => name.replace(/^-/, '') in left || !(name.replace(/^-/, '') in fields);
  return {
    ...list,
    columns: list.columns.filter(stays),
    filters: list.filters.filter(stays),
    search: list.search.filter(stays),
    sort: list.sort.filter(stays),
    ...(list.sum ? { sum: list.sum.filter(stays) } : {}),
    ...(list.offers ? { offers: list.offers.filter(stays) } : {}),
  };
}
