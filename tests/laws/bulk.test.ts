import { describe, expect, it } from 'vitest';
import { toolType } from '#contract/areas/enums.ts';
import { brand } from '#contract/areas/goods/brand.ts';
import { areas } from '#contract/areas.ts';
import { definitions } from '#contract/definitions.ts';
import { isBulk, isSwitched } from '#contract/kit/bulk.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';

// What may be changed of many records at once is what may be changed of one, and nothing of who may do what.

/** Areas whose records say what people may do and how the house works: their changes are judged one by one. */
const neverInBulk = ['access', 'me', 'ops', 'settings', 'shell', 'tasks'];

describe('a definition that is changed in bulk', () => {
  it('names fields that can be changed alone, and a type of its own', () => {
    expect(definitions.flatMap(wrongIn)).toEqual([]);
    const types = definitions.flatMap(({ bulk }) => (bulk ? [bulk.type] : []));
    expect(types).toHaveLength(new Set(types).size);
  });

  it('says nothing of access, accounts and the house', () => {
    const barred = areas.filter(({ name }) => neverInBulk.includes(name)).flatMap((area) => area.definitions);
    expect([...barred, ...definitions.filter(({ service }) => service !== 'erp')].filter(isBulk)).toEqual([]);
  });

  it.each([
    ['a field that there is not', { fields: ['nothing'] }, 'nothing'],
    ['a field that the server sets', { fields: ['initial_of_name'] }, 'initial_of_name'],
    ['a type that there is not', { type: 99 }, 'type 99'],
    ['nothing at all', { fields: [] }, 'nothing is changed'],
    ['a key that is none', { access: 'login' }, 'access'],
  ])('is found to name %s', (_what, change, words) => {
    const bulk = { fields: ['country'], access: 'brand:batchEdit', type: 1, ...change };
    const derived = { ...brand.fields, initial_of_name: { ...brand.fields.name, derived: true } };
    expect(wrongIn({ ...brand, fields: derived, bulk } as AnyDefinition).join()).toContain(words);
    expect(
      wrongIn({ ...brand, bulk: { ...bulk, fields: ['country'], type: 1, access: 'brand:edit' } } as AnyDefinition),
    ).toEqual([]);
  });
});

function wrongIn(definition: AnyDefinition): string[] {
  const { name, bulk, calls, fields, states } = definition;
  if (!bulk) return [];
  return [
    ...(bulk.fields.length === 0 ? [`${name}: nothing is changed`] : []),
    ...(bulk.type in toolType ? [] : [`${name}: there is no type ${bulk.type}`]),
    ...(/^\w+:\w+$/.test(bulk.access) ? [] : [`${name}: access "${bulk.access}" is no key`]),
    ...(calls.edit ? [] : [`${name} cannot be edited alone`]),
    // What is judged is judged as it was written; its steps have batches of their own.
    ...(states ? [`${name} is a document`] : []),
    ...bulk.fields
      .filter((field) => !(isSwitched(definition, field) ? calls.status : fields[field] && !fields[field].derived))
      .map((field) => `${name}: ${field} cannot be changed alone`),
  ];
}
