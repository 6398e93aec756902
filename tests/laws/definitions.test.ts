import { describe, expect, it } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import { bank } from '#contract/areas/partners/bank.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { definitions } from '#contract/definitions.ts';
import { attachmentCalls } from '#contract/kit/attachments.ts';
import { allFields } from '#contract/kit/base-fields.ts';
import {
  type AnyDefinition,
  beginsOf,
  isDocument,
  linesTableOf,
  savesByOneCall,
  tableOf,
} from '#contract/kit/definition.ts';
import type { Field, Fields } from '#contract/kit/field.ts';
import { kinds } from '#contract/kit/kinds/index.ts';
import { calledSteps, type Transition, targetsOf } from '#contract/kit/transition.ts';
import { serveEverything } from '#server/application.ts';
import { storages } from '#server/kit/kinds/index.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { hiddenInLists } from '#server/works.ts';
import { looks } from '#src/kit/desk/kinds/index.ts';

describe('every definition', () => {
  it.each(definitions.map((definition) => [definition.name, definition] as const))(
    '%s is complete',
    (_name, definition) => {
      expect(incomplete(definition)).toEqual([]);
    },
  );

  it('has a name, a label and a table of its own', () => {
    for (const words of [
      definitions.map((one) => one.name),
      definitions.map((one) => one.label),
      // A view reads what another one writes.
      definitions.flatMap((one) => [...(one.view ? [] : [tableOf(one)]), ...(one.lines ? [linesTableOf(one)] : [])]),
    ]) {
      expect(repeated(words)).toEqual([]);
    }
    expect(repeated(definitions.flatMap((one) => (one.number ? [one.number.prefix] : [])))).toEqual([]);
  });

  it('refers only to definitions that are there, and stands after those that its table refers to', () => {
    const order = definitions.map((one) => one.name);
    const late = definitions.flatMap((one) =>
      referredBy(one, (field) => !field.kind.many)
        .filter((target) => target !== 'admin' && order.indexOf(target) > order.indexOf(one.name))
        .map((target) => `${one.name} → ${target}`),
    );
    expect(late).toEqual([]);
    expect(
      definitions.flatMap((one) => referredBy(one)).filter((target) => target !== 'admin' && !order.includes(target)),
    ).toEqual([]);
  });

  it('can be asked for, or is shown where others refer to it', () => {
    const shown = new Set(definitions.flatMap((one) => referredBy(one)));
    expect(
      definitions.filter((one) => Object.keys(one.calls).length === 0 && !shown.has(one.name)).map((one) => one.name),
      // Reservations of gifts are seen as sums, on the list of their stock.
    ).toEqual(['giftReserve']);
  });

  it('is served with every call it spells', () => {
    const served = new Map(
      serveEverything(new Numbers(undefined as never))
        .registry.all()
        .map(({ call }) => [`${call.service}${call.path}`, call.access]),
    );
    const spelled = definitions.flatMap((one) =>
      [...Object.values(one.calls), ...calledSteps(one).map((step) => [step.segment, step.access] as const)].map(
        ([segment, access]) => [`${one.service}${one.group}/${segment}`, access] as const,
      ),
    );
    const ofFiles = definitions.flatMap((one) => {
      const calls = attachmentCalls(one);
      return calls ? [calls.list, calls.attach, calls.detach] : [];
    });
    expect(ofFiles.filter(({ service, path, access }) => served.get(`${service}${path}`) !== access)).toEqual([]);
    expect(spelled.filter(([path, access]) => served.get(path) !== access)).toEqual([]);
  });
});

it('a list hides in files what it hides on pages', () => {
  const { registry } = serveEverything(new Numbers(undefined as never));
  const hiding = registry.allListed().flatMap(({ definition, hiding: one }) => (one ? [[definition.name, one]] : []));
  expect(hiddenInLists).toEqual(Object.fromEntries(hiding));
});

describe('every field kind', () => {
  it('has its three faces, and no face is left over', () => {
    const names = kinds.map((kind) => kind.name).sort();
    expect(repeated(names)).toEqual([]);
    expect(Object.keys(storages).sort()).toEqual(names);
    expect(Object.keys(looks).sort()).toEqual(names);
  });

  it('is among the kinds wherever it is used', () => {
    const used = definitions.flatMap((one) =>
      Object.values({ ...allFields(one), ...one.lines?.fields }).map((field) => field.kind),
    );
    expect([...new Set(used)].filter((kind) => !kinds.includes(kind)).map((kind) => kind.name)).toEqual([]);
  });
});

describe('the check itself', () => {
  const broken = (change: object, base: AnyDefinition = brand): string =>
    incomplete({ ...base, ...change } as AnyDefinition).join('\n');
  const submit = stockAdjustment.transitions?.submit as Transition;

  it.each([
    ['a column nobody has', broken({ list: { ...brand.list, columns: ['nothing'] } }), 'nothing'],
    ['a title nobody has', broken({ title: 'nothing' }), 'title'],
    ['a label twice', broken({ fields: { ...brand.fields, other: brand.fields.name } }), '品牌名称'],
    ['a call without an access', broken({ calls: { list: ['list', ''] } }), 'access'],
    ['a path twice', broken({ calls: { list: ['list', 'a:b'], detail: ['list', 'a:b'] } }), 'segment'],
    [
      'a state that cannot be reached',
      broken({ states: { ...stockAdjustment.states, 9: ['远方', 'far', 'idle'] } }, stockAdjustment),
      '9',
    ],
    [
      'a step from nowhere',
      broken({ transitions: { ...stockAdjustment.transitions, submit: { ...submit, from: [7] } } }, stockAdjustment),
      '7',
    ],
    [
      'a step that leads nowhere',
      broken({ transitions: { ...stockAdjustment.transitions, submit: { ...submit, to: 8 } } }, stockAdjustment),
      '8',
    ],
    ['a posting in no state', broken({ ledger: { posted: [9] } }, stockAdjustment), 'ledger names 9'],
    ['a posting in no state at all', broken({ ledger: { posted: [] } }, stockAdjustment), 'never posted'],
    ['a hold in no state', broken({ ledger: { posted: [2], holds: [8] } }, stockAdjustment), 'ledger names 8'],
    ['a posting by no field', broken({ ledger: { posted: 'nothing' } }, stockAdjustment), 'no field nothing'],
    ['a part of nobody', broken({ parts: { fields: ['nobody_id'] } }, stockAdjustment), 'no field nobody_id'],
    [
      'a field that may be hidden and must be there',
      broken({ fields: { ...brand.fields, name: { ...brand.fields.name, visible: () => false } } }),
      'may be hidden',
    ],
    [
      'a computed field that people send',
      broken({ fields: { ...brand.fields, initial: { ...brand.fields.initial, compute: () => 'A' } } }),
      'not derived',
    ],
    ['a document without a number', broken({ number: undefined }, stockAdjustment), 'number'],
    ['an offer that is no filter', broken({ list: { ...brand.list, offers: ['order'] } }), 'order is no filter'],
    [
      'an order by what is shown in part',
      broken({ list: { ...supplier.list, sort: ['mobile'] } }, supplier),
      'mobile is shown in part',
    ],
    ['a save under two keys', broken({ calls: { ...bank.calls, edit: ['bankSave', 'data:x'] } }, bank), 'two keys'],
    ['a scope nobody has', broken({ scope: { brand: 'nothing' } }), 'scope'],
    ['a scope that leads nowhere', broken({ scope: { brand: 'name.brand_id' } }), 'scope'],
    [
      'a title behind a key',
      broken({ fields: { ...brand.fields, name: { ...brand.fields.name, mask: 'brand:x' } } }),
      'behind a key',
    ],
    [
      'a choice without words',
      broken({ fields: { ...brand.fields, status: { ...brand.fields.status, choices: {} } } }),
      'choices',
    ],
    [
      'a reference to nothing',
      broken({ fields: { ...brand.fields, other: { ...stockAdjustment.fields.warehouse_id, target: undefined } } }),
      'target',
    ],
  ])('finds %s', (_name, found, words) => {
    expect(found).toContain(words);
  });
});

/** What is missing or wrong in a definition, one sentence each. */
function incomplete(definition: AnyDefinition): string[] {
  const fields = allFields(definition);
  const { list, lines, calls } = definition;
  const missing = (what: string, names: readonly (string | undefined)[]): string[] =>
    names
      .filter((name) => name !== undefined && !fields[name.replace(/^-/, '')] && name !== 'id')
      .map((name) => `${what}: there is no field ${name}`);
  const { edit, ...others } = calls;
  const segments = [
    // One call may save new and old records.
    ...Object.values(savesByOneCall(definition) ? others : calls).map(([segment]) => segment),
    ...new Set(calledSteps(definition).map((step) => step.segment)),
  ];
  const accesses = [
    ...Object.values(calls).map(([, access]) => access),
    ...calledSteps(definition).map((step) => step.access),
  ];
  return [
    ...missing('title', [definition.title]),
    ...missing('hint', [definition.hint]),
    ...missing('columns', list.columns),
    ...missing('filters', list.filters),
    ...missing('search', list.search),
    ...missing('sort', list.sort),
    ...missing('sum', list.sum ?? []),
    ...(list.offers ?? []).filter((name) => !list.filters.includes(name)).map((name) => `offers: ${name} is no filter`),
    ...(savesByOneCall(definition) && edit?.[1] !== calls.add?.[1] ? ['one call saves under two keys'] : []),
    ...badParts(definition),
    ...badScope(definition),
    ...badMasks(definition),
    ...missing('unique', (definition.unique ?? []).flat()),
    ...missing('number', [definition.number?.field]),
    ...(lines?.unique ?? []).filter((name) => !lines?.fields[name]).map((name) => `lines: there is no field ${name}`),
    ...(calls.list && list.columns.length === 0 ? ['the list shows nothing'] : []),
    ...(list.sort.length === 0 && calls.list ? ['the list has no order'] : []),
    ...repeated(segments).map((segment) => `segment ${segment} stands twice`),
    ...accesses
      .filter((access) => access !== 'login' && !/^[\w]+:[\w]+$/.test(access))
      .map((access) => `access "${access}" is neither a key nor login`),
    ...[definition.fields, ...(lines ? [lines.fields] : [])].flatMap((all) => [
      ...badFields(all),
      ...badConditions(all),
    ]),
    ...badStates(definition),
    ...badLedger(definition),
    ...missing('parts', definition.parts?.fields ?? []),
  ];
}

// What lists show a part of is told whole by no list: neither by its order nor where others refer to the record.
function badParts({ fields, title, hint, list }: AnyDefinition): string[] {
  return Object.entries(fields)
    .filter(([, field]) => storages[field.kind.name]?.inPart)
    .filter(([name]) => [title, hint, ...list.sort.map((one) => one.replace(/^-/, ''))].includes(name))
    .map(([name]) => `${name} is shown in part and is a title or an order`);
}

// A scope leads to one field, its own or through references.
function badScope(definition: AnyDefinition): string[] {
  const found = (from: AnyDefinition, [name = '', ...rest]: string[]): boolean => {
    if (rest.length === 0) return name === 'id' || allFields(from)[name] !== undefined;
    const target = allFields(from)[name]?.target?.();
    return target !== undefined && found(target, rest);
  };
  return Object.values(definition.scope ?? {})
    .flat()
    .filter((path) => !found(definition, path.split('.')))
    .map((path) => `scope: there is no field ${path}`);
}

// What everybody must send or see cannot stand behind a key.
function badMasks(definition: AnyDefinition): string[] {
  const { fields, lines, title, hint, number, unique = [], scope = {} } = definition;
  const carrying = new Set([title, hint, number?.field, ...unique.flat(), ...Object.values(scope).flat()]);
  const all = [...Object.entries(fields), ...Object.entries(lines?.fields ?? {})];
  return all
    .filter(([name, { mask, required }]) => mask && (required || carrying.has(name) || lines?.unique?.includes(name)))
    .map(([name]) => `${name} stands behind a key and is needed by everybody`);
}

function badFields(fields: Fields): string[] {
  const entries = Object.entries(fields);
  return [
    ...repeated(entries.map(([, field]) => field.label)).map((label) => `label ${label} stands twice`),
    ...entries.filter(([name]) => !/^[a-z]+(_[a-z0-9]+)*$/.test(name)).map(([name]) => `${name} is not in snake_case`),
    ...entries.filter(([, field]) => field.label.trim() === '').map(([name]) => `${name} has no label`),
    ...entries
      .filter(
        ([, field]) =>
          /^(choice|word)$/.test(field.kind.name) && Object.values(field.choices ?? {}).filter(Boolean).length === 0,
      )
      .map(([name]) => `${name} has no choices`),
    ...entries
      .filter(([, field]) => /^references?$/.test(field.kind.name) && !field.target)
      .map(([name]) => `${name} has no target`),
  ];
}

// What may not be there is stored as nothing, and what is worked out is taken from nobody.
function badConditions(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, field]) => [
    ...(field.visible && field.required === true && field.initial === undefined
      ? [`${name} may be hidden and is always required`]
      : []),
    ...(field.compute && !field.derived ? [`${name} is computed and not derived`] : []),
    ...(field.compute && (field.required !== undefined || field.unique) ? [`${name} is computed and asked for`] : []),
  ]);
}

function badStates(definition: AnyDefinition): string[] {
  const { states, transitions } = definition;
  if (!states && !transitions) return [];
  if (!isDocument(definition) || !definition.number) return ['a document needs a number, states and transitions'];
  const steps = Object.entries(definition.transitions);
  const goals = steps.flatMap(([, step]) => targetsOf(step));
  const codes = Object.keys(definition.states).map(Number);
  // A document without steps is written by what its own issue will bring; its states are known before (decision 0021).
  const starts = new Set(steps.length === 0 ? codes : [...beginsOf(definition), ...goals]);
  return [
    ...repeated(Object.values(definition.states).map(([label]) => label)).map((label) => `state ${label} stands twice`),
    ...codes.filter((code) => !starts.has(code)).map((code) => `state ${code} cannot be reached`),
    ...goals.filter((code) => !codes.includes(code)).map((code) => `a transition leads to ${code}, which is no state`),
    ...steps.flatMap(([name, step]) =>
      step.from.filter((code) => !codes.includes(code)).map((code) => `${name} starts at ${code}, which is no state`),
    ),
    ...steps
      .filter(([, step]) => step.from.length === 0 || step.label === '')
      .map(([name]) => `${name} starts nowhere or has no label`),
    ...(definition.editable ?? [])
      .filter((code) => !codes.includes(code))
      .map((code) => `editable names ${code}, which is no state`),
    ...(definition.editable ? [] : ['a document says in which states it may be edited']),
  ];
}

function badLedger({ ledger, states = {}, fields }: AnyDefinition): string[] {
  if (!ledger) return [];
  const { posted = [], holds = [] } = ledger;
  const flag = typeof posted === 'string' ? posted : undefined;
  const named = [...(typeof posted === 'string' ? [] : posted), ...holds];
  return [
    ...named.filter((code) => !states[code]).map((code) => `ledger names ${code}, which is no state`),
    ...(flag !== undefined && fields[flag]?.kind.name !== 'flag'
      ? [`ledger: there is no field ${flag} that is a flag`]
      : []),
    ...(ledger.posted?.length === 0 ? ['the ledger has rows of it that are never posted'] : []),
    ...(ledger.posted === undefined && holds.length === 0 ? ['the ledger neither posts nor holds for it'] : []),
  ];
}

function referredBy(definition: AnyDefinition, which: (field: Field) => boolean = () => true): string[] {
  return Object.values({ ...definition.fields, ...definition.lines?.fields }).flatMap((field) =>
    field.target && which(field) ? [field.target().name] : [],
  );
}

function repeated(words: readonly string[]): string[] {
  return [...new Set(words.filter((word, index) => words.indexOf(word) !== index))];
}
