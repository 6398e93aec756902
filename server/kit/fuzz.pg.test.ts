import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { definitions } from '#contract/definitions.ts';
import { allFields } from '#contract/kit/base-fields.ts';
import { kindOfCode } from '#contract/kit/errors.ts';
import { serveEverything } from '#server/application.ts';
import { permissionKeys } from '#server/areas/access/sync-roles.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { runsOf } from '#tests/boot/share.ts';
import { person, signedIn, writing } from '#tests/factories/people.ts';
import { type TestServer, testServer } from '#tests/factories/server.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { bases } from './frame.ts';
import { Numbers } from './numbering.ts';
import type { Served } from './registry.ts';

// Anything may come over the wire (reference reliability R36): an answer of the catalogue comes back, and nothing of our inside.

// The first of three thousand; all of them with DEEP=1.
const calls = runsOf(3000);
let db: Kysely<unknown>;
let server: TestServer;
let everyone: Record<string, string>;
let served: readonly Served[];

beforeAll(async () => {
  ({ db } = await testDatabase());
  const kit = serveEverything(new Numbers(db));
  served = kit.registry.all();
  server = await testServer(db, { kit });
  everyone = await signedIn(db, await person(db, { keys: permissionKeys(kit.registry) }));
  await shelf(db, { zones: ['A1'] });
  await pieces(db, 3);
  // The factory writes straight into the table; the call would have set it.
  await sql`update category set path = id::text where path is null`.execute(db);
});

it(`answers ${calls} calls of any content with a word of the catalogue, never with an error of ours`, {
  timeout: 120_000,
}, async () => {
  const heard = new Set<number>();
  const asking = fc.record({
    place: fc.nat(),
    body: fc.oneof({ weight: 9, arbitrary: body }, { weight: 1, arbitrary: edge }),
  });
  await fc.assert(
    fc.asyncProperty(asking, async ({ place, body: sent }) => {
      const { call } = served[place % served.length] as Served;
      const answer = await server.app.inject({
        method: 'POST',
        url: `${bases[call.service]}${call.path}`,
        headers: { ...writing(everyone), 'content-type': 'application/json' },
        payload: JSON.stringify(sent) ?? 'null',
      });
      expect([200, 403], call.path).toContain(answer.statusCode);
      // A report is answered as a file.
      if (answer.statusCode === 200 && String(answer.headers['content-type']).startsWith('text/csv')) return;
      const told = answer.json<{ code: number; msg: string }>();
      heard.add(told.code);
      expect(told.code === 200 || kindOfCode(told.code) !== undefined, `${call.path} answers ${told.code}`).toBe(true);
      // 5003 would be "try again later": no input is a reason for that.
      expect([5000, 5003], `${call.path} ${JSON.stringify(sent)}`).not.toContain(told.code);
      if (told.code !== 200)
        expect(answer.body).not.toMatch(
          /\b(select|insert into|update|relation|syntax|constraint)\b|node_modules|\.ts:\d|\bat \w+ \(/i,
        );
    }),
    { numRuns: calls, seed: 20_260_302, endOnFailure: false },
  );
  expect(heard.has(200)).toBe(true);
  expect(heard.has(4001)).toBe(true);
  expect(await brokenInvariants(db)).toEqual([]);
});

const known = [
  ...new Set(
    definitions.flatMap((one) => [
      ...Object.keys(allFields(one)),
      ...Object.keys(one.lines?.fields ?? {}),
      ...one.list.filters.flatMap((name) => [`${name}_from`, `${name}_to`]),
    ]),
  ),
];
const names = [
  ...known,
  'version',
  'ids',
  'page',
  'page_size',
  'sort',
  'keyword',
  'exact',
  'export',
  'fileName',
  'lines',
  'line_changes',
  'put',
  'remove',
  'result',
  'reason',
  'names',
  'barcodes',
  'device_id',
  'device_name',
  'zones',
  'entries',
  'zone_id',
  'count_ids',
  'rev',
  'parent_id',
  '__proto__',
  'constructor',
  'x'.repeat(300),
];

const edge = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  1,
  2,
  3,
  7,
  -1,
  0.5,
  1e15,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  Number.MAX_VALUE,
  '',
  ' ',
  '0',
  '1',
  '1e3',
  '２',
  'NaN',
  'x'.repeat(70),
  'x'.repeat(20_000),
  'a\u0000b',
  '\ud800',
  '\u202e',
  "'; --",
  '%',
  '\\',
  '1,2',
  'A1',
  '2026-03-02',
  '2026-02-31',
  '2026-03-02T00:00:00.000Z',
  '+292278994-08-17T07:12:55Z',
  '9c2f6c1e-6b1c-4f0e-9f7a-0d5b3b1f2a10',
  [],
  {},
  [1],
  [1, 1],
  [null],
  ['a'],
  [[]],
  [999_999_999],
  { id: 1 },
  [{ sku_id: 1, qty: 1 }],
  [{ id: 1 }],
  [{}],
);
const anything = fc.oneof(
  { weight: 6, arbitrary: edge },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
// Half of the time the plain things that get a call through its schema, so that the handlers are reached too.
const plain = fc.record(
  {
    id: fc.constantFrom(1, 2, 3, 999_999_999),
    version: fc.constant(1),
    result: fc.constantFrom(1, 2),
    reason: fc.constant('理由充分'),
    ids: fc.constant([1]),
    status: fc.constantFrom(0, 1),
  },
  { requiredKeys: [] },
);
const body = fc.oneof(
  plain,
  fc
    .tuple(plain, fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 4 }))
    .map(([some, more]) => ({ ...some, ...more })),
  fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 8 }),
);
