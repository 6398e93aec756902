import { readFileSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { roles } from '#contract/areas/access/roles.ts';
import { serveEverything, syncAccess } from '#server/application.ts';
import { Numbers } from '#server/kit/numbering.ts';
import type { Registry } from '#server/kit/registry.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { shareOf } from '#tests/boot/share.ts';
import { person, signedIn, writing } from '#tests/factories/people.ts';
import { type TestServer, testServer } from '#tests/factories/server.ts';
import { type MatrixRow, matrixOf, parseMatrix, printMatrix } from './role-matrix.ts';

// Every call as a person of every role, over HTTP, against the list that people have reviewed.

const text = readFileSync(new URL('role-matrix.txt', import.meta.url), 'utf8');
const reviewed = parseMatrix(text);

let db: Kysely<unknown>;
let server: TestServer;
let registry: Registry;

beforeAll(async () => {
  ({ db } = await testDatabase());
  const kit = serveEverything(new Numbers(db));
  ({ registry } = kit);
  server = await testServer(db, { kit });
  await syncAccess(db);
});

describe('the reviewed matrix', () => {
  it('is the present truth, call by call', () => {
    expect(text).toBe(printMatrix(matrixOf(registry)));
  });

  it('reads back what it prints, and knows roles that there are only', () => {
    expect(printMatrix(reviewed)).toBe(text);
    const known = new Set(roles.map((role) => role.code));
    expect(reviewed.flatMap((row) => row.roles).filter((code) => !known.has(code))).toEqual([]);
  });

  it('leaves no call with a key to super alone', () => {
    const alone = reviewed.filter((row) => !isOpen(row) && row.roles.every((code) => code === 'super'));
    expect(alone.map((row) => row.address)).toEqual([]);
  });
});

// Each role asks a share of the calls, another one each: what is let through to everybody is seen by some role in any case.
describe.each(roles.map((role, place) => [role.code, place] as const))('%s', (code, place) => {
  it('is let through where the matrix says so, and is refused everywhere else', async () => {
    const signed = await signedIn(db, await person(db, { roles: [code] }));
    const told: string[] = [];
    for (const { address, roles: may } of shareOf(reviewed, place)) {
      // What no schema takes: let through means up to the schema, so that nothing is done by asking.
      for (const body of [{ nothing_of_ours: 1 }, ...(mutates(address) ? [] : [{}])]) {
        const { status, body: answer } = await server.call(address, body, { headers: writing(signed) });
        const refused = status === 403 && answer.code === 4003;
        if (refused === may.includes(code) || (status !== 200 && status !== 403) || broken.has(answer.code))
          told.push(`${address} ${JSON.stringify(body)}: ${status} ${answer.code} ${answer.msg}`);
      }
    }
    expect(told).toEqual([]);
  });
});

it('nobody is let through without a token', async () => {
  const told: string[] = [];
  for (const row of reviewed.filter(({ access }) => access !== 'public')) {
    const { status, body } = await server.call(row.address, {});
    if (status !== 401 || body.code !== 401) told.push(`${row.address}: ${status} ${body.code}`);
  }
  expect(told).toEqual([]);
});

const isOpen = ({ access }: MatrixRow): boolean => access === 'login' || access === 'public';

// 5000 internal, 5003 busy: no asking is a reason for either.
const broken = new Set([5000, 5003]);

function mutates(address: string): boolean {
  return registry.all().some(({ call }) => address.endsWith(call.path) && call.mutates);
}
