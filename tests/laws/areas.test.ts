import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { roles } from '#contract/areas/access/roles.ts';
import { taskForms } from '#contract/areas/tasks/forms.ts';
import { importKinds } from '#contract/areas/tasks/import-kinds.ts';
import { exportTypes, importTypes } from '#contract/areas/tasks/task.ts';
import { areas } from '#contract/areas.ts';
import { definitions } from '#contract/definitions.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { serveEverything } from '#server/application.ts';
import { areas as served } from '#server/areas.ts';
import { Passwords } from '#server/identity/passwords.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { Registry } from '#server/kit/registry.ts';
import { seedSteps } from '#server/seed/main.ts';
import { stockPolicies } from '#server/stock-policies.ts';
import { exportSources, importRuns } from '#server/works.ts';
import { houseRoot } from './source.ts';

/** What the files of an area in the agreement export. */
const exported = Object.entries(
  import.meta.glob<Record<string, unknown>>(['../../contract/areas/*/*.ts', '!**/*.test.ts'], { eager: true }),
).map(([path, module]) => ({
  path: path.replaceAll('../', ''),
  area: path.split('/').at(-2) ?? '',
  values: Object.values(module),
}));

describe('an area of the agreement', () => {
  it('is what its folder is called, and stands in the list once', () => {
    const indexed = exported.filter(({ path }) => path.endsWith('/area.ts')).map(({ area }) => area);
    expect(areas.map(({ name }) => name).toSorted()).toEqual(indexed.toSorted());
    expect(folders('contract/areas').filter((name) => !indexed.includes(name))).toEqual([]);
  });

  it('has every definition of its files in its index, and no other', () => {
    const inFiles = exported.flatMap(({ area, path, values }) =>
      missingIn(
        area,
        path,
        // Rows of a report are no records: they are asked for by the report alone.
        values.filter(isDefinition).filter(({ view, calls }) => !(view && Object.keys(calls).length === 0)),
      ),
    );
    expect(inFiles).toEqual([]);
    const foreign = areas.flatMap(({ name, definitions: own }) =>
      own.filter((one) => !exported.some(({ area, values }) => area === name && values.includes(one))),
    );
    expect(foreign.map((one) => one.name)).toEqual([]);
    expect(definitions).toHaveLength(new Set(definitions.map((one) => one.name)).size);
  });

  it('says where its own records are looked at, on screens that are listed', () => {
    const own = new Map(areas.map((area) => [area.name, area.definitions.map((one) => one.name)]));
    const wrong = areas.flatMap(({ name, places = {} }) =>
      Object.entries(places).filter(
        ([of, { screenOf }]) =>
          !own.get(name)?.includes(of) ||
          (screenOf !== undefined && !definitions.some((one) => one.name === screenOf && one.calls.list)),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('grants keys of groups that no other area grants, to roles that exist', () => {
    const groups = areas.flatMap(({ name, roles: grants = {} }) => {
      const texts = Object.values(grants).flatMap((text) => text.split(';'));
      return [...new Set(texts.map((text) => text.trim().split(':')[0]))].map((group) => [group, name] as const);
    });
    expect(groups.filter(([group], place) => groups.findIndex(([other]) => other === group) !== place)).toEqual([]);
    const codes = new Set(roles.map(({ code }) => code));
    expect(areas.flatMap((area) => Object.keys(area.roles ?? {})).filter((code) => !codes.has(code))).toEqual([]);
  });

  it('puts its screens into groups that are opened, each place taken once', () => {
    const opened = areas.flatMap((area) => area.menu?.groups ?? []).map(({ url }) => url);
    const screens = areas.flatMap((area) => area.menu?.screens ?? []);
    expect(screens.filter(({ group }) => !opened.includes(group))).toEqual([]);
    const taken = screens.map(({ group, order }) => `${group} ${order}`);
    expect(taken.filter((place, index) => taken.indexOf(place) !== index)).toEqual([]);
  });
});

describe('an area of the server', () => {
  it('is what its folder is called, stands in the list once, and is one of the agreement', () => {
    const names = served.map(({ name }) => name).toSorted();
    expect(names).toEqual(folders('server/areas').toSorted());
    expect(names.filter((name) => !areas.some((area) => area.name === name))).toEqual([]);
  });

  it('serves all that is served, and each call once', () => {
    const all = serveEverything(numbers).registry.all();
    const byArea = served.flatMap(({ name, serve }) => {
      const registry = new Registry();
      serve?.(
        { registry, numbers, policies: stockPolicies(numbers, registry.events) },
        { passwords: new Passwords(), todos: [] },
      );
      return registry.all().map(({ call }) => ({ name, address: addressOf(call) }));
    });
    expect(
      all.map(({ call }) => addressOf(call)).filter((address) => !byArea.some((one) => one.address === address)),
    ).toEqual([]);
    expect(byArea).toHaveLength(all.length);
  });

  it('has rows for every export and a run for every import, as the agreement has forms', () => {
    const codes = (record: object) => Object.keys(record).toSorted();
    expect(codes(exportSources)).toEqual(codes(taskForms));
    expect(codes(taskForms)).toEqual(codes(exportTypes));
    expect(codes(importRuns)).toEqual(codes(importKinds));
    expect(codes(importKinds)).toEqual(codes(importTypes));
    for (const { name, exports = {}, imports = {} } of served) {
      const area = areas.find((one) => one.name === name);
      expect(codes(exports)).toEqual((area?.exports ?? []).map(({ type }) => String(type)).toSorted());
      expect(codes(imports)).toEqual((area?.imports ?? []).map(({ type }) => String(type)).toSorted());
    }
  });

  it('has its part of the demo company behind the parts that it needs', () => {
    const steps = seedSteps(served).map(({ name }) => name);
    expect(new Set(steps).size).toBe(steps.length);
    for (const { name, after } of served.flatMap(({ seed = [] }) => seed))
      for (const needed of after) expect(steps.indexOf(needed)).toBeLessThan(steps.indexOf(name));
    expect(() => seedSteps([{ seed: [{ name: 'a', after: ['b'], run: async () => undefined }] }])).toThrow('no part b');
  });
});

const numbers = new Numbers(undefined as never);
const addressOf = ({ service, path }: { service: string; path: string }): string => `${service}${path}`;

function folders(place: string): string[] {
  return readdirSync(`${houseRoot}${place}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** The person that records refer to is no list of its own: `staff` is. */
const noTable = ['admin'];

function missingIn(name: string, path: string, found: readonly AnyDefinition[]): string[] {
  const own = areas.find((area) => area.name === name)?.definitions ?? [];
  return found
    .filter((one) => !noTable.includes(one.name) && !own.some((known) => known.name === one.name))
    .map((one) => `${path} declares ${one.name}, which the index of ${name} does not name`);
}

function isDefinition(value: unknown): value is AnyDefinition {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['name', 'label', 'group', 'fields', 'calls', 'list'].every((key) => key in value)
  );
}
