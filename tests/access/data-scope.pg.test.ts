import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { definitions } from '#contract/definitions.ts';
import { attachmentCalls } from '#contract/kit/attachments.ts';
import { allFields, fieldOf } from '#contract/kit/base-fields.ts';
import type { Call } from '#contract/kit/call.ts';
import { type AnyDefinition, linesTableOf, scopePaths, sidesOf, tableOf, type Verb } from '#contract/kit/definition.ts';
import { documentCalls } from '#contract/kit/document-calls.ts';
import type { Fields } from '#contract/kit/field.ts';
import { limits } from '#contract/kit/limits.ts';
import { calledSteps, calledTransitions } from '#contract/kit/transition.ts';
import { serveEverything } from '#server/application.ts';
import { permissionKeys } from '#server/areas/access/sync-roles.ts';
import type { ScopeRule } from '#server/identity/actor.ts';
import { bases } from '#server/kit/frame.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { shareOf } from '#tests/boot/share.ts';
import { person, roleWith, signedIn, writing } from '#tests/factories/people.ts';
import { askedBy, type Make, type Special, sampleOf } from '#tests/factories/samples.ts';
import { addressOf, makerOf } from '#tests/factories/samples-of-house.ts';
import { type TestServer, testServer } from '#tests/factories/server.ts';
import { reviews } from './call-scope.ts';
import { type Dimension, idsAt, type Pair, pairOf } from './scoped-pair.ts';

// A record outside a person's data scope is answered as one that does not exist (amendments F, I60): every call of every
// definition, every dimension, and every call that somebody wrote by hand.

type Values = Record<string, unknown>;
type Told = Readonly<{ status: number; body: Values }>;

const absent = 999_999_999;
let db: Kysely<unknown>;
let server: TestServer;
let role: string;
let make: Make;
let special: Special;

beforeAll(async () => {
  ({ db } = await testDatabase());
  const kit = serveEverything(new Numbers(db));
  server = await testServer(db, { kit });
  role = await roleWith(db, permissionKeys(kit.registry));
  ({ make, special } = makerOf(db, { server, everyone: await limitedTo(undefined) }));
});

const limitedTo = async (rule: ScopeRule | undefined): Promise<Record<string, string>> =>
  await signedIn(db, await person(db, { roles: [role], ...(rule ? { scope: [rule] } : {}) }));

async function asked(url: string, body: unknown, as: Record<string, string>): Promise<Told> {
  const { status, body: answer } = await server.call(url, body, { headers: writing(as) });
  return { status, body: answer };
}

const ask = async (definition: AnyDefinition, verb: Verb, body: unknown, as: Record<string, string>): Promise<Told> =>
  await asked(addressOf(definition, definition.calls[verb]?.[0] ?? ''), body, as);

/** What is asked about a definition is asked of one sample, which nobody saves, and of one record, which is left as it was. */
const onceFor = <T>(makeOne: (owner: AnyDefinition) => Promise<T>): ((owner: AnyDefinition) => Promise<T>) => {
  const made = new Map<string, Promise<T>>();
  return async (owner) => {
    const known = made.get(owner.name) ?? makeOne(owner);
    made.set(owner.name, known);
    return await known;
  };
};
const sampleFor = onceFor((owner) => sampleOf(owner, make, special));
const recordOf = onceFor((owner) => make(owner));

const scoped = definitions.flatMap((definition) =>
  Object.keys(definition.calls).length === 0
    ? []
    : (Object.keys(definition.scope ?? {}) as Dimension[]).map((dimension) => [definition.name, dimension] as const),
);

const named = (name: string): AnyDefinition => definitions.find((one) => one.name === name) as AnyDefinition;

describe.each(shareOf(scoped))('%s by %s', (name, dimension) => {
  const definition = named(name);
  const { calls } = definition;
  let pair: Pair;
  let me: Record<string, string>;

  beforeAll(async () => {
    pair = await pairOf(db, make, { definition, dimension });
    me = await limitedTo(pair.rule);
  });

  /** Asks the same of the other's record and of none: both must be answered alike, and as refused. */
  async function alike(url: string, body: (id: number) => Values, code = 4004): Promise<void> {
    const answer = await asked(url, body(pair.other.id), me);
    expect(answer, url).toEqual(await asked(url, body(absent), me));
    expect(answer.body.code, url).toBe(code);
  }

  if (calls.list)
    it('is in no list, total, sum or file', async () => {
      const { mine, other } = pair;
      const shown = await listed(definition, {}, me);
      expect(shown.ids).toContain(mine.id);
      expect(shown.ids).not.toContain(other.id);
      if (!shown.isTree) expect(shown.total).toBe(shown.ids.length);
      for (const body of questionsAbout(definition, other))
        expect((await listed(definition, body, me)).ids, JSON.stringify(body)).not.toContain(other.id);
      expect((await ask(definition, 'list', { ids: [other.id] }, me)).body).toEqual(
        (await ask(definition, 'list', { ids: [absent] }, me)).body,
      );
      const sums = await listed(definition, { ids: shown.ids }, await limitedTo(undefined));
      expect(shown.sum).toEqual(sums.sum);
      if (shown.isTree) return;
      const file = await server.app.inject({
        method: 'POST',
        url: addressOf(definition, calls.list?.[0] ?? ''),
        payload: { export: 1 },
        headers: me,
      });
      expect(file.body.trimEnd().split('\r\n')).toHaveLength(shown.ids.length + 1);
    });

  if (calls.options)
    it('is offered nowhere, by no text and by no id', async () => {
      const { mine, other } = pair;
      const offered = async (body: Values): Promise<unknown> =>
        (await ask(definition, 'options', body, me)).body.result;
      expect(JSON.stringify(await offered({ ids: [mine.id] }))).toContain(`"id":${mine.id}`);
      for (const body of [
        {},
        { keyword: String(other[definition.title]) },
        { texts: [String(other[definition.title])] },
        ...(definition.hint ? [{ texts: [String(other[definition.hint])] }] : []),
      ])
        expect(JSON.stringify(await offered(body)), JSON.stringify(body)).not.toContain(`"id":${other.id},`);
      expect(await offered({ ids: [other.id] })).toEqual(await offered({ ids: [absent] }));
    });

  if (calls.detail)
    it('has no detail', async () => await alike(addressOf(definition, calls.detail?.[0] ?? ''), (id) => ({ id })));

  if (calls.edit)
    it('is not edited', async () =>
      await alike(addressOf(definition, calls.edit?.[0] ?? ''), (id) => ({ id, version: 1 })));

  if (calls.status)
    it('is not switched, alone or among others', async () => {
      const status = Number(Object.keys(definition.fields.status?.choices ?? {})[0]);
      const url = addressOf(definition, calls.status?.[0] ?? '');
      await alike(url, (id) => ({ ids: [id], status }));
      await alike(url, (id) => ({ ids: [pair.mine.id, id], status }));
    });

  for (const [step, transition] of calledTransitions(definition))
    it(`does not take the step ${step}`, async () => {
      const asked = await askedBy(definition, transition, make);
      const body = (id: number): Values => ({ id, version: 1, ...asked });
      await alike(addressOf(definition, transition.segment), body);
    });

  const files = attachmentCalls(definition);
  if (files)
    it('shows none of its files, takes none and gives none away', async () => {
      const file = '0'.repeat(32);
      const kind = Object.keys(definition.attachments?.kinds ?? {})[0] ?? '';
      const at = ({ service, path }: Call): string => `${bases[service]}${path}`;
      await alike(at(files.list), (id) => ({ id }));
      await alike(at(files.attach), (id) => ({ id, files: [{ id: file, kind }] }));
      await alike(at(files.detach), (id) => ({ id, file_id: file }));
    });

  const around = documentCalls(definition);
  if (around)
    it('says neither who acts next nor what hangs together with it, and counts it in no state', async () => {
      const at = ({ service, path }: Call): string => `${bases[service]}${path}`;
      await alike(at(around.nextStep), (id) => ({ id }));
      await alike(at(around.related), (id) => ({ id }));
      if (around.statusStat) {
        const counted = async (as: Record<string, string>) =>
          await asked(at(around.statusStat as Call), { ids: [pair.other.id] }, as);
        expect(await counted(me)).toMatchObject({ body: { result: { list: [], waiting: 0 } } });
        expect(await counted(await limitedTo(undefined))).toMatchObject({ body: { result: { list: [{ count: 1 }] } } });
      }
    });

  for (const [owner, place, field] of referringTo(definition))
    it(`is nothing that ${owner.name} may name as ${place}${field}`, async () => {
      const sample = await sampleFor(owner);
      const { values, rule } = await insideOf(owner, { sample, definition, pair, dimension });
      const somebody = await limitedTo(rule);
      const sent = (id: number): Values => saved(owner, { values, place, field, id });
      const answer = await ask(owner, 'add', sent(pair.other.id), somebody);
      expect(answer).toEqual(await ask(owner, 'add', sent(absent), somebody));
      expect(answer.body).toMatchObject({ code: 4001, field: place ? `lines.0.${field}` : field });
    });

  for (const [owner, field] of showing(definition))
    it(`shows no title where ${owner.name} refers to it as ${field.at(-1)}`, async () => {
      const id = await recordOf(owner);
      const [name = ''] = field.slice(-1);
      const table = field.length > 1 ? linesTableOf(owner) : tableOf(owner);
      const mark = field.length > 1 ? `${tableOf(owner)}_id` : 'id';
      // Straight into the table: what guards ask of such a record is not the point.
      const point = async (to: unknown): Promise<void> =>
        void (await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${to} where ${sql.ref(mark)} = ${id}`.execute(
          db,
        ));
      const before = await sql<{ id: unknown }>`
        select ${sql.ref(name)} as id from ${sql.table(table)} where ${sql.ref(mark)} = ${id}`.execute(db);
      await point(pair.other.id);
      const titled = new RegExp(`"${name}__title":"[^"]`);
      for (const verb of ['list', 'detail'] as const) {
        if (!owner.calls[verb] || (verb === 'list' && field.length > 1)) continue;
        const shown = async (as: Record<string, string>): Promise<string> =>
          JSON.stringify((await ask(owner, verb, verb === 'list' ? { ids: [id] } : { id }, as)).body);
        expect(await shown(me), verb).not.toMatch(titled);
        if (owner.name !== 'category' || verb === 'detail')
          expect(await shown(await limitedTo(undefined)), verb).toMatch(titled);
      }
      await point(before.rows[0]?.id);
    });

  for (const [path, review] of Object.entries(reviews))
    if ('of' in review && review.of().name === name)
      it(`answers ${path} as if it were not there`, async () => {
        const [service = 'erp', ...rest] = path.split(' ');
        const url = `${bases[service as keyof typeof bases]}${rest.join(' ')}`;
        const { ask: body, lists, prepare } = review;
        await prepare?.(db, pair.other.id);
        const everyone = await limitedTo(undefined);
        if (body) {
          const none = body({ ...pair.other, id: absent, [definition.title]: '没有' });
          expect(await asked(url, body(pair.other), me)).toEqual(await asked(url, none, me));
          // What would be the same for everybody proves nothing.
          expect(await asked(url, body(pair.other), everyone)).not.toEqual(await asked(url, none, everyone));
        }
        if (lists) {
          const named = new RegExp(`${String(pair.other[definition.title])}(?!\\d)`);
          const shown = async (as: Record<string, string>): Promise<string> =>
            (await server.app.inject({ method: 'POST', url, payload: lists, headers: writing(as) })).body;
          expect(await shown(me)).not.toMatch(named);
          expect(await shown(everyone)).toMatch(named);
        }
      });
});

describe('what is unique', () => {
  it.each(
    definitions
      .filter((one) => one.scope && one.calls.add)
      .flatMap((one) =>
        Object.entries(one.fields)
          .filter(([, field]) => field.unique && !field.derived && !field.target)
          .map(([field]) => [one.name, field] as const),
      ),
  )('%s: a %s that somebody else has is told by its label alone', async (name, field) => {
    const definition = named(name);
    const { other } = await pairOf(db, make, {
      definition,
      dimension: Object.keys(definition.scope ?? {})[0] as Dimension,
    });
    const sample = { ...(await sampleOf(definition, make, special)), [field]: other[field] };
    const { body } = await ask(definition, 'add', sample, await limitedTo(undefined));
    expect(body).toMatchObject({ code: 4013, field, msg: `${fieldOf(definition, field).label}已存在` });
  });
});

it('every call that no definition spells has been looked at, and no word is left over', () => {
  const spelled = new Set(
    definitions.flatMap((one) =>
      [...Object.values(one.calls).map(([segment]) => segment), ...calledSteps(one).map((step) => step.segment)].map(
        (segment) => `${one.service} ${one.group}/${segment}`,
      ),
    ),
  );
  for (const one of definitions) {
    const files = attachmentCalls(one);
    if (files) for (const call of [files.list, files.attach, files.detach]) spelled.add(`${call.service} ${call.path}`);
    for (const call of Object.values(documentCalls(one) ?? {})) spelled.add(`${call.service} ${call.path}`);
  }
  const served = server.kit.registry.all().map(({ call }) => `${call.service} ${call.path}`);
  expect(served.filter((path) => !spelled.has(path)).sort()).toEqual(Object.keys(reviews).sort());
  const elsewhere = Object.values(reviews).flatMap((review) => ('testedIn' in review ? [review.testedIn] : []));
  expect(elsewhere.filter((file) => !/scope/.test(readFileSync(file, 'utf8')))).toEqual([]);
});

interface Shown {
  ids: number[];
  total: unknown;
  sum: unknown;
  isTree: boolean;
}

async function listed(definition: AnyDefinition, body: Values, as: Record<string, string>): Promise<Shown> {
  const answer = await ask(definition, 'list', { page_size: limits.pageSizeMost, exact: true, ...body }, as);
  expect(answer.body.code, JSON.stringify(answer.body)).toBe(200);
  const { list, total, sum } = answer.body.result as { list: Node[]; total: number; sum?: unknown };
  return { ids: list.flatMap(idsOf), total, sum, isTree: list.some((node) => node.children !== undefined) };
}

type Node = { id: number; children?: Node[] };
const idsOf = ({ id, children = [] }: Node): number[] => [id, ...children.flatMap(idsOf)];

/** Every way of asking a list for one record: by each filter, by what the search box finds, in every order. */
function questionsAbout(definition: AnyDefinition, record: Values): Values[] {
  const { filters, search, sort } = definition.list;
  return [
    ...filters.flatMap((name): Values[] => {
      const value = record[name] ?? undefined;
      if (value === undefined) return [];
      const { filter, many } = fieldOf(definition, name).kind;
      if (many) return (value as number[]).slice(0, 1).map((id) => ({ [name]: id }));
      return [filter === 'range' ? { [`${name}_from`]: value, [`${name}_to`]: value } : { [name]: value }];
    }),
    ...search.flatMap((name) => (record[name] ? [{ keyword: String(record[name]).slice(0, limits.name) }] : [])),
    ...sort.map((order) => ({ sort: order })),
  ];
}

/** Fields by which a save of some definition names a record of this one: `lines.0.` stands before those of lines. */
function referringTo(target: AnyDefinition): [owner: AnyDefinition, place: '' | 'lines.0.', field: string][] {
  const naming = (fields: Fields): string[] =>
    Object.entries(fields)
      .filter(([, field]) => !field.derived && field.target?.().name === target.name)
      .map(([name]) => name);
  return definitions
    .filter((one) => one.calls.add && !handAdded.has(one.name))
    .flatMap((one) => [
      // Of what is seen from several ends the other end may be anybody's.
      ...naming(one.fields)
        .filter((name) => !sidesOf(one).has(name))
        .map((name) => [one, '', name] as [AnyDefinition, '', string]),
      ...naming(one.lines?.fields ?? {}).map((name) => [one, 'lines.0.', name] as [AnyDefinition, 'lines.0.', string]),
    ]);
}

/** Fields, and fields of lines, under which records of other definitions show the title of one of this. */
function showing(target: AnyDefinition): [owner: AnyDefinition, field: string[]][] {
  const naming = (fields: Fields): string[] =>
    Object.entries(fields)
      .filter(([, field]) => !field.kind.many && field.target?.().name === target.name)
      .map(([name]) => name);
  return definitions
    .filter((one) => (one.calls.detail || one.calls.list) && one.calls.add && !handAdded.has(one.name))
    .flatMap((one) => [
      ...naming(one.fields).map((name): [AnyDefinition, string[]] => [one, [name]]),
      // Lines that a sample has.
      ...((one.lines?.least ?? 0) > 0 ? naming(one.lines?.fields ?? {}) : []).map((name): [AnyDefinition, string[]] => [
        one,
        ['lines', name],
      ]),
    ]);
}

/** Definitions whose `add` is a call written by hand, with an input of its own; `reviews` speaks of them. */
const handAdded = new Set(['admin', 'role', 'dataRole', 'organize']);

interface Inside {
  sample: Values;
  definition: AnyDefinition;
  pair: Pair;
  dimension: Dimension;
}

/** A sample whose other references the person may see: what must be refused is the one under test. */
async function insideOf(
  owner: AnyDefinition,
  { sample, definition, pair, dimension }: Inside,
): Promise<{ values: Values; rule: ScopeRule }> {
  const values: Values = { ...sample };
  const ids = [...(pair.rule[dimension] ?? [])];
  for (const [name, field] of Object.entries(allFields(owner))) {
    const target = field.target?.();
    if (!target || values[name] === undefined) continue;
    if (target.name === definition.name) values[name] = field.kind.many ? [pair.mine.id] : pair.mine.id;
    for (const path of scopePaths(target.scope, dimension))
      for (const id of [values[name]].flat() as number[]) ids.push(...(await idsAt(db, target, path, id)));
  }
  const [line = {}] = (values.lines ?? []) as Values[];
  for (const [name, field] of Object.entries(owner.lines?.fields ?? {})) {
    const target = field.target?.();
    if (!target || target.name === definition.name || line[name] === undefined) continue;
    for (const path of scopePaths(target.scope, dimension))
      for (const id of [line[name]].flat() as number[]) ids.push(...(await idsAt(db, target, path, id)));
  }
  return { values, rule: { [dimension]: ids } };
}

interface Sent {
  values: Values;
  place: string;
  field: string;
  id: number;
}

function saved(owner: AnyDefinition, { values, place, field, id }: Sent): Values {
  const many = (place ? owner.lines?.fields : owner.fields)?.[field]?.kind.many;
  const value = many ? [id] : id;
  if (!place) return { ...values, [field]: value };
  const [line = {}] = (values.lines ?? []) as Values[];
  return { ...values, lines: [{ ...line, [field]: value }] };
}
