import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { definitions } from '#contract/definitions.ts';
import { headers } from '#contract/kit/call.ts';
import { type AnyDefinition, linesTableOf, tableOf, type Verb } from '#contract/kit/definition.ts';
import type { Field } from '#contract/kit/field.ts';
import { type CalledTransition, calledSteps, calledTransitions } from '#contract/kit/transition.ts';
import { serveEverything } from '#server/application.ts';
import { permissionKeys } from '#server/areas/access/sync-roles.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { shareOf } from '#tests/boot/share.ts';
import { person, roleWith, signedIn, writing } from '#tests/factories/people.ts';
import { askedBy, badValues, type Make, type Special, sampleOf } from '#tests/factories/samples.ts';
import { addressOf, makerOf } from '#tests/factories/samples-of-house.ts';
import { type TestServer, testServer } from '#tests/factories/server.ts';
import { bases } from './frame.ts';
import { Numbers } from './numbering.ts';

// One set of tests for every definition there is or will be (design §3): it opens, lists, refuses and leaves no trace of what it refused.

type Answer = Awaited<ReturnType<TestServer['call']>>;
type Values = Record<string, unknown>;

let db: Kysely<unknown>;
let server: TestServer;
let everyone: Record<string, string>;
let nobody: Record<string, string>;
let make: Make;
let special: Special;

beforeAll(async () => {
  ({ db } = await testDatabase());
  const kit = serveEverything(new Numbers(db));
  server = await testServer(db, { kit });
  everyone = await signedIn(db, await person(db, { keys: permissionKeys(kit.registry) }));
  nobody = await signedIn(db, await person(db));
  ({ make, special } = makerOf(db, { server, everyone }));
});

async function ask(definition: AnyDefinition, verb: Verb, body: unknown, as = everyone): Promise<Answer> {
  return await server.call(addressOf(definition, definition.calls[verb]?.[0] ?? ''), body, { headers: writing(as) });
}

const withCalls = definitions.filter((one) => Object.keys(one.calls).length > 0);

describe.each(shareOf(withCalls).map((one) => [one.name, one] as const))('%s', (_name, definition) => {
  const { calls } = definition;

  it('opens and lists for whoever may, in every order and with every filter', async () => {
    if (calls.add) await make(definition);
    if (calls.list) {
      for (const body of [
        {},
        { page: 2, page_size: 1 },
        { keyword: '样%_' },
        ...definition.list.sort.map((sort) => ({ sort })),
      ]) {
        const { body: answer } = await ask(definition, 'list', body);
        expect(answer, JSON.stringify(body)).toMatchObject({
          code: 200,
          result: { list: expect.any(Array) as unknown },
        });
      }
    }
    if (calls.options) expect((await ask(definition, 'options', {})).body).toMatchObject({ code: 200 });
  });

  it('is closed to strangers', async () => {
    for (const [segment, access] of [
      ...Object.values(calls),
      ...calledSteps(definition).map((step) => [step.segment, step.access] as const),
    ]) {
      const without = await server.call(addressOf(definition, segment), {});
      expect(without).toMatchObject({ status: 401, body: { code: 401 } });
      if (access === 'login') continue;
      const stranger = await server.call(addressOf(definition, segment), {}, { headers: writing(nobody) });
      expect(stranger).toMatchObject({
        status: 403,
        body: { code: 4003, msg: expect.stringMatching(/\S/) as unknown },
      });
    }
  });

  if (calls.add && calls.detail)
    it('saves what it is given and shows it again', async () => {
      const sample = await sampleOf(definition, make, special);
      const { body } = await ask(definition, 'add', sample);
      expect(body).toMatchObject({ code: 200 });
      const shown = await ask(definition, 'detail', { id: (body.result as { id: number }).id });
      const { lines: _lines, ...given } = sample;
      const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      expect(shown.body).toMatchObject({ code: 200, result: { ...fields, version: 1 } });
    });

  if (calls.add)
    it('refuses each bad value of each field on add, by the field’s name, and keeps nothing of it', async () => {
      const sample = await sampleOf(definition, make, special);
      const before = await traces(definition);
      for (const { path, bad, name } of badSaves(definition, sample)) {
        const answer = await ask(definition, 'add', bad);
        expectRefusal(answer, path, name);
      }
      expect(await traces(definition)).toEqual(before);
    });

  if (calls.edit)
    it('refuses a bad value of each field on edit as well', async () => {
      const sample = await sampleOf(definition, make, special);
      const id = await make(definition);
      // Somebody has saved it since.
      await sql`update ${sql.table(tableOf(definition))} set version = 2 where id = ${id}`.execute(db);
      const before = await traces(definition);
      for (const { path, bad, name } of oneOfEach(badSaves(definition, sample)))
        expectRefusal(await ask(definition, 'edit', { ...bad, id, version: 2 }), path, name);
      for (const version of [1, 7])
        expectRefusal(await ask(definition, 'edit', { id, version }), undefined, 'another version', 4009);
      expectRefusal(await ask(definition, 'edit', { id: 999_999_999, version: 1 }), undefined, 'nobody’s id', 4004);
      expectRefusal(await ask(definition, 'edit', { id: '1', version: 1 }), 'id', 'an id as text');
      expect(await traces(definition)).toEqual(before);
    });

  if (definition.scope && calls.add && calls.detail)
    it('hides what is outside a person’s data scope, as if it were not there', async () => {
      const id = await make(definition);
      const [dimension = ''] = Object.keys(definition.scope ?? {});
      const keys = permissionKeys(server.kit.registry);
      const outside = await signedIn(db, await person(db, { keys, scope: [{ [dimension]: [999_999_999] }] }));
      for (const step of calledSteps(definition)) await answersTo(definition, step);
      const before = await traces(definition);
      expectRefusal(await ask(definition, 'detail', { id }, outside), undefined, 'detail', 4004);
      if (calls.edit)
        expectRefusal(await ask(definition, 'edit', { id, version: 1 }, outside), undefined, 'edit', 4004);
      if (calls.status)
        expectRefusal(await ask(definition, 'status', { ids: [id], status: 1 }, outside), undefined, 'status', 4004);
      for (const [name, step] of calledTransitions(definition))
        expectRefusal(await take(definition, step, { id, version: 1 }, outside), undefined, name, 4004);
      if (calls.list)
        expect((await ask(definition, 'list', {}, outside)).body).toMatchObject({ code: 200, result: { list: [] } });
      expect(await traces(definition)).toEqual(before);
    });

  if (calls.list)
    it('refuses a bad question by the field’s name', async () => {
      for (const [field, value] of [
        ['page', 0],
        ['page', '1'],
        ['page_size', 501],
        ['sort', 'id; drop table admin'],
        ['keyword', 7],
        ['nothing_of_ours', 1],
        ['ids', ['x']],
      ] as const) {
        expectRefusal(await ask(definition, 'list', { [field]: value }), field, `${field} ${JSON.stringify(value)}`);
      }
    });

  if (definition.transitions)
    it('refuses each transition from each state that does not allow it', async () => {
      const id = await make(definition);
      for (const step of calledSteps(definition)) await answersTo(definition, step);
      for (const state of Object.keys(definition.states ?? {}).map(Number)) {
        // Past the triggers of what never leaves a state: no step may rely on them.
        await db.transaction().execute(async (tx) => {
          await sql`set local session_replication_role = replica`.execute(tx);
          await sql`update ${sql.table(tableOf(definition))} set status = ${state} where id = ${id}`.execute(tx);
        });
        const before = await traces(definition);
        for (const [name, step] of calledTransitions(definition)) {
          // Of steps that share a call the state decides: it is refused where none of them begins.
          const sharing = calledSteps(definition).filter(({ segment }) => segment === step.segment);
          if (!sharing.some(({ from }) => from.includes(state)))
            expectRefusal(await take(definition, step, { id, version: 1 }), undefined, `${name} from ${state}`, 4010);
          // Whoever does not say what they saw is told so before anything is looked at.
          for (const unseen of [{ id }, ...(step.batch ? [{ ids: [id] }] : [])])
            expectRefusal(await take(definition, step, unseen), 'version', `${name} without a version`, 4001);
        }
        if (calls.edit && !definition.editable?.includes(state))
          expectRefusal(await ask(definition, 'edit', { id, version: 1 }), undefined, `edit in ${state}`, 4010);
        expect(await traces(definition)).toEqual(before);
      }
    });
});

/** What each step is answered: made before traces are looked at, since what references point to leaves traces itself. */
const answers = new WeakMap<CalledTransition, Values>();

async function answersTo(definition: AnyDefinition, step: CalledTransition): Promise<Values> {
  const known = answers.get(step);
  if (known) return known;
  const asks = await askedBy(definition, step, make);
  answers.set(step, asks);
  return asks;
}

async function take(definition: AnyDefinition, step: CalledTransition, which: Values, as = everyone): Promise<Answer> {
  const asked = await answersTo(definition, step);
  return await server.call(addressOf(definition, step.segment), { ...which, ...asked }, { headers: writing(as) });
}

/** Every save that is wrong in one place: fields, lines, fields of the server, fields of nobody. */
function badSaves(definition: AnyDefinition, sample: Values): { path: string; bad: Values; name: string }[] {
  const settable = (fields: Readonly<Record<string, Field>>) =>
    Object.entries(fields).filter(([, field]) => !field.derived);
  const fields = settable(definition.fields).flatMap(([name, field]) =>
    badValues(field).map(([what, value]) => ({
      path: name,
      bad: { ...sample, [name]: value },
      name: `${name}: ${what}`,
    })),
  );
  const [line = {}] = (sample.lines ?? []) as Values[];
  const lines = settable(definition.lines?.fields ?? {}).flatMap(([name, field]) =>
    (sample.lines as unknown[]).length === 0
      ? []
      : badValues(field).map(([what, value]) => ({
          path: `lines.0.${name}`,
          bad: { ...sample, lines: [{ ...line, [name]: value }] },
          name: `line ${name}: ${what}`,
        })),
  );
  const derived = Object.entries(definition.fields)
    .filter(([, field]) => field.derived)
    .map(([name]) => name);
  const foreign = [...derived, 'created_by', 'nothing_of_ours'].map((name) => ({
    path: name,
    bad: { ...sample, [name]: 1 },
    name: `${name} is not the caller’s`,
  }));
  return [...fields, ...lines, ...foreign];
}

/** One bad value of each field, of the next field the next one: `add` is asked all of them with the same fields. All with DEEP=1. */
function oneOfEach<T extends { path: string }>(saves: readonly T[]): readonly T[] {
  if (process.env.DEEP) return saves;
  return [...new Set(saves.map(({ path }) => path))].flatMap((path, place) => {
    const same = saves.filter((one) => one.path === path);
    return same[place % same.length] ?? [];
  });
}

function expectRefusal({ status, body }: Answer, field: string | undefined, name: string, code?: number): void {
  const told = { name, status, code: body.code, field: body.field, result: body.result };
  expect(told).toEqual({
    name,
    status: 200,
    code: code ?? told.code,
    field: field === undefined ? told.field : expectedField(told.field, field),
    result: null,
  });
  expect([4001, 4004, 4009, 4010, 4013], `${name}: ${JSON.stringify(body)}`).toContain(body.code);
  expect(body.msg).not.toMatch(/select |insert |update |constraint|violates|\bat .*\.ts/i);
  expect(body.msg.length).toBeGreaterThan(0);
}

// A bad entry of a list is named by its place in the list.
function expectedField(told: unknown, field: string): string {
  return typeof told === 'string' && told.startsWith(`${field}.`) ? told : field;
}

/** What a refused call must not have touched: rows, versions, history, numbers of operations. */
async function traces(definition: AnyDefinition): Promise<unknown> {
  const table = sql.table(tableOf(definition));
  const lines = definition.lines ? sql`(select count(*) from ${sql.table(linesTableOf(definition))})` : sql`0`;
  const { rows } =
    await sql`select count(*) as rows, sum(version) as versions, ${lines} as lines, (select count(*) from audit_log) as history, (select count(*) from op) as operations from ${table}`.execute(
      db,
    );
  return rows[0];
}

describe('every call', () => {
  it('is refused without a token, with a forged one, and under another person’s id', async () => {
    const known = await signedIn(db, await person(db, { keys: permissionKeys(server.kit.registry) }));
    for (const { call } of server.kit.registry.all()) {
      if (call.access === 'public') continue;
      const url = `${bases[call.service]}${call.path}`;
      for (const wrong of [
        {},
        { [headers.authorization]: 'forged' },
        { [headers.authorization]: `${known[headers.authorization]}x` },
        { ...known, [headers.userId]: '1' },
      ]) {
        expect(await server.call(url, {}, { headers: writing(wrong as Record<string, string>) }), url).toMatchObject({
          status: 401,
          body: { code: 401, result: null },
        });
      }
    }
  });

  it('is closed to every person but the holders of its key', async () => {
    const keys = permissionKeys(server.kit.registry);
    expect(keys.length).toBeGreaterThan(20);
    const role = await roleWith(db, keys);
    const almost = await signedIn(db, await person(db, { roles: [role] }));
    for (const key of shareOf(keys)) {
      const held = sql`(select id from role where code = ${role})`;
      await sql`delete from role_permission where role_id = ${held} and permission_key = ${key}`.execute(db);
      server.identity.forget();
      for (const { call } of server.kit.registry.all()) {
        if (call.access !== key) continue;
        const url = `${bases[call.service]}${call.path}`;
        expect(await server.call(url, {}, { headers: writing(almost) }), `${url} without ${key}`).toMatchObject({
          status: 403,
          body: { code: 4003, result: null },
        });
        expect((await server.call(url, {}, { headers: writing(everyone) })).status, `${url} with it`).toBe(200);
      }
      await sql`insert into role_permission (role_id, permission_key) values (${held}, ${key})`.execute(db);
    }
  });
});
