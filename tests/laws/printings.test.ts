import { describe, expect, it } from 'vitest';
import { areas } from '#contract/areas.ts';
import { allFields } from '#contract/kit/base-fields.ts';
import { isDocument } from '#contract/kit/definition.ts';
import type { Fields } from '#contract/kit/field.ts';
import { ownPrintCall, type Printing, titleOf } from '#contract/kit/printing.ts';
import { printings } from '#contract/printings.ts';
import { serveEverything } from '#server/application.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { routes } from '#src/app/routes.ts';

/** What the files of an area in the agreement declare of its papers. */
const declared = Object.entries(
  import.meta.glob<Record<string, unknown>>(['../../contract/areas/*/*-printing.ts'], { eager: true }),
).map(([path, module]) => ({ area: path.split('/').at(-2) ?? '', values: Object.values(module) as Printing[] }));

describe('what is printed', () => {
  it('stands in the index of its area, in files of that name', () => {
    expect(declared.length).toBeGreaterThan(1);
    const known = areas.flatMap(({ name, prints = [] }) => prints.map((one) => [name, one] as const));
    expect(known).toEqual(
      expect.arrayContaining(declared.flatMap(({ area, values }) => values.map((one) => [area, one]))),
    );
    expect(known).toHaveLength(declared.flatMap(({ values }) => values).length);
  });

  it.each(printings.map((one) => [one.at, one] as const))('%s is a screen, and whole', (_at, one) => {
    expect(flaws(one)).toEqual([]);
  });

  it('is registered by its own call, where it has one, for whoever may print it', () => {
    const served = serveEverything(new Numbers(undefined as never)).registry.all();
    for (const own of printings.flatMap((one) => ownPrintCall(one) ?? []))
      expect(served.find(({ call }) => call.path === own.path)?.call.access).toBe(own.access);
  });
});

it('the check itself finds what is wrong', () => {
  const [one] = printings;
  if (!one) throw new Error('nothing is printed');
  const [format] = one.formats;
  const broken = (change: object, more: object = {}) =>
    flaws({ ...one, ...more, formats: [{ ...format, head: [], ...change }] }).join();
  expect(broken({})).toBe('');
  expect(broken({}, { at: '/nowhere?id={id}' })).toContain('/nowhere is no screen');
  expect(broken({}, { at: one.at.replace('{id}', '') })).toContain('names no record');
  expect(broken({ lines: { columns: ['sku_id'], sums: ['diff_qty'] } })).toContain('diff_qty is summed and no column');
  expect(broken({ lines: { columns: ['sku_id'], sums: ['sku_id'] } })).toContain('sku_id is summed and no figure');
  expect(broken({ head: ['counter_ids'] })).toContain('counter_ids has no titles');
  expect(flaws({ ...one, formats: [...one.formats, ...one.formats] }).join()).toContain('stands twice');
});

/** What is wrong with a declaration beyond what its types refuse, one sentence each. */
function flaws({ definition, formats, at, ...more }: Printing): string[] {
  const [path = ''] = at.split('?');
  const titles = formats.map((format) => titleOf({ definition, formats, at, ...more }, format));
  return [
    ...(routes.some((route) => route.path === path) ? [] : [`${path} is no screen`]),
    ...(at.includes('id={id}') ? [] : [`${at} names no record`]),
    ...(isDocument(definition) ? [] : [`${definition.name} is no document: nothing counts its prints`]),
    ...titles.filter((title, place) => titles.indexOf(title) !== place).map((title) => `${title} stands twice`),
    ...formats.flatMap(({ head, lines }) => {
      const lineFields = lines?.of?.fields ?? definition.lines?.fields ?? {};
      return [
        ...untold(allFields(definition), head),
        ...(lines?.columns ?? []).flatMap((name) =>
          lines?.of && !lineFields[name] ? [`${name} is no field of ${lines.of.name}`] : [],
        ),
        ...untold(lineFields, lines?.columns ?? []),
        ...(lines?.sums ?? []).flatMap((name) => [
          ...(lines?.columns.includes(name) ? [] : [`${name} is summed and no column`]),
          ...(lineFields[name]?.kind.align === 'end' ? [] : [`${name} is summed and no figure`]),
        ]),
      ];
    }),
  ];
}

/** Fields of which no answer brings the words: an answer has titles for single references alone. */
const untold = (fields: Fields, names: readonly string[]): string[] =>
  names.flatMap((name) => (fields[name]?.kind.many && fields[name]?.target ? [`${name} has no titles`] : []));
