import { z } from 'zod';
import { type EnumerationEntry, enumerationsCall } from '#contract/areas/shell/enumerations.ts';
import { definitions } from '#contract/definitions.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Choices } from '#contract/kit/field.ts';
import { labelsOf } from '#contract/kit/states.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/** What states and chosen fields may be, in words: as the definitions say it, for callers that are not built with them. */
export function serveEnumerations({ registry }: Pick<Kit, 'registry'>): void {
  const known = everyEnumeration();
  registry.read(
    enumerationsCall,
    z.strictObject({ names: z.array(z.string().trim().min(1).max(128)).max(known.size).optional() }),
    async (_context, { names = [...known.keys()] }) => {
      const strange = names.find((name) => !known.has(name));
      if (strange !== undefined) throw new Refusal('invalid', `没有名为“${strange}”的枚举`, 'names');
      return Object.fromEntries(names.map((name) => [name, known.get(name) ?? []]));
    },
  );
}

function everyEnumeration(): Map<string, EnumerationEntry[]> {
  const known = new Map<string, EnumerationEntry[]>();
  for (const { name, fields, lines, states } of definitions) {
    if (states) known.set(`${name}_status`, entriesOf(labelsOf(states)));
    for (const [field, { choices }] of Object.entries({ ...lines?.fields, ...fields }))
      if (choices) known.set(`${name}.${field}`, entriesOf(choices));
  }
  return known;
}

/** Codes of words stay words; those of numbers are numbers. */
const entriesOf = (choices: Choices): EnumerationEntry[] =>
  Object.entries(choices).map(([code, label]) => ({ id: /^-?\d+$/.test(code) ? Number(code) : code, label }));
