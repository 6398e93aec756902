import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { adjustType, stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { definitions } from '#contract/definitions.ts';
import { type AnyDefinition, entity, linesTableOf, tableOf, type Verb } from '#contract/kit/definition.ts';
import { money } from '#contract/kit/kinds/money.ts';
import { quantity } from '#contract/kit/kinds/number.ts';
import { text } from '#contract/kit/kinds/text.ts';
import { maskKeys } from '#contract/kit/mask.ts';
import { serveEverything } from '#server/application.ts';
import { permissionKeys } from '#server/areas/access/sync-roles.ts';
import { tablesOf } from '#server/database/tables.ts';
import { bases } from '#server/kit/frame.ts';
import { storageOf } from '#server/kit/kinds/index.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { serveEntity } from '#server/kit/serve-entity.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { shareOf } from '#tests/boot/share.ts';
import { person, signedIn, writing } from '#tests/factories/people.ts';
import { type Make, sampleOf } from '#tests/factories/samples.ts';
import { addressOf, makerOf } from '#tests/factories/samples-of-house.ts';
import { type TestServer, testServer } from '#tests/factories/server.ts';

// What stands behind a key is in no answer to whoever lacks it, and in no input of theirs (Field.mask): every masked
// field there is, and one probe that carries one in every place where a definition can.

type Values = Record<string, unknown>;
type Headers = Record<string, string>;

/** A definition with a secret in fields, lines, columns, filters, orders, sums and search. */
const probe: AnyDefinition = entity('maskProbe', {
  label: '样品',
  group: '/v1/maskProbe',
  title: 'name',
  fields: {
    name: text('名称', { required: true, unique: true }),
    qty: quantity('数量', { initial: 0 }),
    cost: money('成本', { mask: 'maskProbe:costView' }),
    source: text('来源', { mask: 'maskProbe:costView' }),
  },
  lines: {
    label: '明细',
    fields: { part: text('部件', { required: true }), price: money('进价', { mask: 'maskProbe:costView' }) },
  },
  calls: {
    list: ['list', 'maskProbe:view'],
    detail: ['detail', 'maskProbe:view'],
    options: ['options', 'login'],
    add: ['add', 'maskProbe:add'],
    edit: ['edit', 'maskProbe:edit'],
  },
  list: {
    columns: ['name', 'qty', 'cost'],
    filters: ['name', 'cost', 'source'],
    search: ['name', 'source'],
    sort: ['name', 'cost'],
    sum: ['qty', 'cost'],
  },
});

/** Figures and words that stand nowhere else in the house. */
const secret = { cost: 98_765_431, source: '机密来源甲', price: 87_654_329 };

let db: Kysely<unknown>;
let server: TestServer;
let knowing: Headers;
let unknowing: Headers;
let make: Make;

beforeAll(async () => {
  ({ db } = await testDatabase());
  for (const statement of tablesOf(probe, (name, field) => storageOf(field).column(name, field)))
    await sql.raw(statement).execute(db);
  const kit = serveEverything(new Numbers(db));
  serveEntity(kit, probe);
  server = await testServer(db, { kit });
  const keys = permissionKeys(kit.registry);
  const masks = new Set([...definitions, probe].flatMap(maskKeys));
  knowing = await signedIn(db, await person(db, { keys }));
  unknowing = await signedIn(db, await person(db, { keys: keys.filter((key) => !masks.has(key)) }));
  ({ make } = makerOf(db, { server, everyone: knowing }));
});

const ask = async (definition: AnyDefinition, verb: Verb, body: unknown, as: Headers) =>
  await server.app.inject({
    method: 'POST',
    url: addressOf(definition, definition.calls[verb]?.[0] ?? ''),
    payload: body as Values,
    headers: writing(as),
  });

const told = async (
  definition: AnyDefinition,
  verb: Verb,
  body: unknown,
  as: Headers,
): Promise<Values & { code: number; result: Values }> => (await ask(definition, verb, body, as)).json();

describe('a field behind a key, wherever a definition can carry one', () => {
  let id: number;

  beforeAll(async () => {
    const lines = [{ part: '扣子', price: secret.price }];
    const added = await told(
      probe,
      'add',
      { name: '甲', qty: 3, cost: secret.cost, source: secret.source, lines },
      knowing,
    );
    id = added.result.id as number;
    await told(probe, 'edit', { id, version: 1, cost: secret.cost + 1 }, knowing);
    await told(probe, 'edit', { id, version: 2, cost: secret.cost }, knowing);
  });

  it('is there for who holds the key', async () => {
    const { result } = await told(probe, 'list', {}, knowing);
    expect(result).toMatchObject({ list: [{ cost: secret.cost }], sum: { qty: 3, cost: secret.cost } });
    expect((await ask(probe, 'list', { export: 1 }, knowing)).body).toContain('成本');
    const shown = (await told(probe, 'detail', { id }, knowing)).result;
    expect(shown).toMatchObject({ cost: secret.cost, source: secret.source, lines: [{ price: secret.price }] });
    expect(JSON.stringify(shown.audit)).toContain(String(secret.cost));
  });

  it('is in no answer to who does not', async () => {
    for (const [verb, body] of [
      ['list', {}],
      ['list', { export: 1 }],
      ['list', { keyword: '甲' }],
      ['detail', { id }],
      ['options', {}],
    ] as const) {
      const answer = await ask(probe, verb, body, unknowing);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain('甲');
      for (const word of [...Object.values(secret).map(String), 'cost', 'source', 'price', '成本', '来源', '进价'])
        expect(answer.body, `${verb} ${JSON.stringify(body)}`).not.toContain(word);
    }
    expect((await told(probe, 'list', {}, unknowing)).result.sum).toEqual({ qty: 3 });
  });

  it('is not found by a search that looks into it', async () => {
    expect((await told(probe, 'list', { keyword: secret.source }, knowing)).result.total).toBe(1);
    expect((await told(probe, 'list', { keyword: secret.source }, unknowing)).result.total).toBe(0);
  });

  it.each([
    ['list', { sort: 'cost' }, 'sort'],
    ['list', { sort: '-cost' }, 'sort'],
    ['list', { cost_from: 1 }, 'cost_from'],
    ['list', { source: '机' }, 'source'],
    ['add', { name: '乙', cost: 5 }, 'cost'],
    ['add', { name: '乙', lines: [{ part: '线', price: 5 }] }, 'lines.0.price'],
    ['edit', { id: 1, version: 3, source: '乙' }, 'source'],
    [
      'edit',
      { id: 1, version: 3, line_changes: { put: [{ part: '线', price: 5 }], remove: [] } },
      'line_changes.put.0.price',
    ],
  ] as const)('%s refuses %o as it refuses a field that there is not', async (verb, body, field) => {
    expect(await told(probe, verb, body, unknowing)).toMatchObject({ code: 4001, field });
    expect((await told(probe, verb, body, knowing)).field).not.toBe(field);
  });

  it('stays as it is when who cannot see it saves the rest', async () => {
    const add = {
      name: '丙',
      cost: secret.cost,
      lines: [
        { part: '扣子', price: secret.price },
        { part: '拉链', price: 7 },
      ],
    };
    const record = (await told(probe, 'add', add, knowing)).result.id as number;
    const [first] = (await told(probe, 'detail', { id: record }, unknowing)).result.lines as { id: number }[];
    const whole = { id: record, version: 1, qty: 9, lines: [{ id: first?.id, part: '大扣子' }] };
    expect(await told(probe, 'edit', whole, unknowing)).toMatchObject({ code: 200 });
    const part = { id: record, version: 2, line_changes: { put: [{ id: first?.id, part: '扣' }], remove: [] } };
    expect(await told(probe, 'edit', part, unknowing)).toMatchObject({ code: 200 });
    expect((await told(probe, 'detail', { id: record }, knowing)).result).toMatchObject({
      qty: 9,
      cost: secret.cost,
      lines: [{ part: '扣', price: secret.price }],
    });
  });
});

/** What is written into the tables of the house for the definition at this place: no other figure begins like these. */
const planted = (place: number): { record: number; line: number } => ({
  record: 76_543_000 + place,
  line: 65_432_000 + place,
});
const aSecret = /76543\d{3}|65432\d{3}/;

const behindKeys = definitions.filter((definition) => maskKeys(definition).length > 0);
const masked = behindKeys.filter(({ view }) => !view).map((definition) => [definition.name, definition] as const);
const maskedViews = behindKeys.filter(({ view }) => view).map((definition) => [definition.name, definition] as const);

// Nothing can be written into a view: what it shows is asked for by its names.
describe.each(maskedViews)('%s', (_name, definition) => {
  const names = Object.entries(definition.fields).flatMap(([name, { mask }]) => (mask ? [name] : []));

  it('shows its secrets to who holds the key, and nobody else', async () => {
    for (const name of ['stockBatch', 'transitBatch', 'backOrder'])
      await make(definitions.find((one) => one.name === name) as AnyDefinition);
    const [known, unknown] = [
      await told(definition, 'list', {}, knowing),
      await told(definition, 'list', {}, unknowing),
    ];
    for (const name of names) {
      for (const row of unknown.result.list as Values[]) expect(row).not.toHaveProperty(name);
      for (const row of known.result.list as Values[]) expect(row).toHaveProperty(name);
      expect(unknown.result.sum ?? {}).not.toHaveProperty(name);
      expect(await told(definition, 'list', { [`${name}_from`]: 1 }, unknowing)).toMatchObject({ code: 4001 });
    }
  });
});

const secretsOf = (definition: AnyDefinition) => ({
  fields: Object.entries(definition.fields).filter(([, field]) => field.mask),
  lineFields: Object.entries(definition.lines?.fields ?? {}).filter(([, field]) => field.mask),
});

it.each(masked.filter(([, { calls }]) => calls.add))(
  '%s takes none of its secrets from who does not hold the key',
  async (_name, definition) => {
    const { fields, lineFields } = secretsOf(definition);
    const sample = await sampleOf(definition, make);
    for (const [name] of fields.filter(([, field]) => !field.derived))
      expect(await told(definition, 'add', { ...sample, [name]: 1 }, unknowing)).toMatchObject({
        code: 4001,
        field: name,
      });
    const [line = {}] = (sample.lines ?? []) as Values[];
    for (const [name] of lineFields.filter(([, field]) => !field.derived))
      expect(await told(definition, 'add', { ...sample, lines: [{ ...line, [name]: 1 }] }, unknowing)).toMatchObject({
        code: 4001,
        field: `lines.0.${name}`,
      });
  },
);

describe('what every definition keeps behind a key', () => {
  const records = new Map<AnyDefinition, number>();

  beforeAll(async () => {
    for (const [, definition] of masked) records.set(definition, await make(definition));
    for (const [place, [, definition]] of masked.entries()) await plant(definition, place);
  });

  /** Straight into the tables, their triggers asleep: whatever a field's guards want, its value must stand nowhere in an answer. */
  async function plant(definition: AnyDefinition, place: number): Promise<void> {
    const id = records.get(definition);
    const { fields, lineFields } = secretsOf(definition);
    const { record, line } = planted(place);
    await db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      for (const [name] of fields)
        await sql`update ${sql.table(tableOf(definition))} set ${sql.ref(name)} = ${record} where id = ${id}`.execute(
          tx,
        );
      for (const [name] of lineFields)
        await sql`update ${sql.table(linesTableOf(definition))} set ${sql.ref(name)} = ${line}`.execute(tx);
    });
    const changes = Object.fromEntries(
      [...fields, ...lineFields].map(([name]) => [name, { before: null, after: record }]),
    );
    await sql`insert into audit_log (doc_type, doc_id, action, label, changes, at) values (${definition.name}, ${id}, 'edit', '编辑', ${JSON.stringify(changes)}::jsonb, now())`.execute(
      db,
    );
  }

  it('is in no answer of any call to who does not hold the key', async () => {
    const ids = [...new Set(records.values())];
    const shown: string[] = [];
    const reads = server.kit.registry.all().filter(({ call }) => !call.mutates);
    const today = new Set(shareOf(reads));
    for (const [turn, read] of reads.entries()) {
      const { call } = read;
      // Calls of what keeps something behind a key each day, about their own records; those of others, and about others, by turns.
      const own = masked.flatMap(([, definition]) =>
        `${bases[call.service]}${call.path}`.startsWith(addressOf(definition, '')) ? [records.get(definition)] : [],
      );
      if (own.length === 0 && !today.has(read)) continue;
      const bodies: Values[] = [
        {},
        { export: 1 },
        { app_type: 'erp' },
        { keyword: '样' },
        ...[...new Set([...own, ...shareOf(ids, turn)])].flatMap((id) => [{ id }, { ids: [id] }]),
      ];
      for (const payload of bodies) {
        const { body } = await server.app.inject({
          method: 'POST',
          url: `${bases[call.service]}${call.path}`,
          payload,
          headers: unknowing,
        });
        // A file says 765430.01 where an answer says 76543001.
        const secret = aSecret.exec(body.replaceAll('.', ''));
        if (secret) shown.push(`${call.path} ${JSON.stringify(payload)}: ${secret[0]}`);
      }
    }
    expect(shown).toEqual([]);
  });

  it('is in the detail for who does', async () => {
    for (const [place, [name, definition]] of masked.entries())
      if (definition.calls.detail && secretsOf(definition).lineFields.length > 0)
        expect((await ask(definition, 'detail', { id: records.get(definition) }, knowing)).body, name).toContain(
          String(planted(place).line),
        );
  });
});

it('an adjustment saved without the key keeps the unit cost that somebody else typed', async () => {
  const sample = await sampleOf(stockAdjustment, make);
  const [line = {}] = sample.lines as Values[];
  const body = { ...sample, adjust_type: adjustType.otherIn, lines: [{ ...line, unit_cost: 4500 }] };
  const { id } = (await told(stockAdjustment, 'add', body, knowing)).result as { id: number };
  const [known] = (await told(stockAdjustment, 'detail', { id }, unknowing)).result.lines as (Values & {
    id: number;
  })[];
  expect(known).not.toHaveProperty('unit_cost');
  const put = [{ ...line, id: known?.id, qty: 8 }];
  expect(
    await told(stockAdjustment, 'edit', { id, version: 1, line_changes: { put, remove: [] } }, unknowing),
  ).toMatchObject({ code: 200 });
  expect((await told(stockAdjustment, 'detail', { id }, knowing)).result.lines).toMatchObject([
    { qty: 8, unit_cost: 4500 },
  ]);
});
