import { describe, expect, it } from 'vitest';
import { type ApiDocument, apiDocumentCall, apiDocumentFile } from '#contract/areas/ops/api-document.ts';
import { serveEverything } from '#server/application.ts';
import { bases } from '#server/kit/frame.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { person, signedIn } from '#tests/factories/people.ts';
import { testServer } from '#tests/factories/server.ts';
import { mountApiDocument } from './api-document.ts';

const { db } = await testDatabase();
const kit = serveEverything(new Numbers(db));
const server = await testServer(db, { kit });
const frame = { db, identity: server.identity, clock: systemClock, log: createLog({ level: 'silent' }) };
mountApiDocument(server.app, kit.registry, frame);
const url = `${bases[apiDocumentCall.service]}${apiDocumentCall.path}`;
const key = apiDocumentCall.access;

const fetched = async (headers: Record<string, string>) =>
  await server.app.inject({ method: 'GET', url: apiDocumentFile, headers });
const documentFor = async (keys: readonly string[]): Promise<ApiDocument> =>
  (await fetched(await signedIn(db, await person(db, { keys })))).json();

describe('the document of the calls', () => {
  it('is closed to who is not signed in or lacks the key', async () => {
    const headers = await signedIn(db, await person(db));
    expect((await fetched({})).statusCode).toBe(401);
    expect((await fetched(headers)).statusCode).toBe(403);
    expect((await server.call(url, {}, { headers })).status).toBe(403);
  });

  it('has every call with its permission, op id, input and answer', async () => {
    const { paths, openapi } = await documentFor([key]);
    expect(openapi).toBe('3.1.0');
    const served = kit.registry.all();
    expect(Object.keys(paths).toSorted()).toEqual(
      served.map(({ call }) => `${bases[call.service]}${call.path}`).toSorted(),
    );
    for (const { call } of served) {
      const post = paths[`${bases[call.service]}${call.path}`]?.post;
      expect(post?.['x-permission'], call.path).toBe(call.access);
      expect(post?.parameters, call.path).toHaveLength(call.mutates ? 1 : 0);
      expect(typesOf(post?.requestBody.content['application/json'].schema), call.path).toEqual(['object']);
      expect(post?.responses[200].content['application/json'].schema['anyOf'], call.path).toHaveLength(2);
    }
    expect(new Set(Object.values(paths).map(({ post }) => post.operationId)).size).toBe(served.length);
  });

  it('names no field behind a key to who lacks it', async () => {
    const text = async (keys: readonly string[]): Promise<string> => JSON.stringify(await documentFor(keys));
    expect(await text([key, 'stock:costView'])).toContain('"unit_cost"');
    expect(await text([key])).not.toContain('"unit_cost"');
  });

  it('is the same for the page', async () => {
    const headers = await signedIn(db, await person(db, { keys: [key] }));
    const { body } = await server.call(url, {}, { headers });
    expect(body.result).toEqual((await fetched(headers)).json());
  });
});

/** The types of a schema; one that has several shapes has those of its shapes. */
interface Schema {
  type?: unknown;
  anyOf?: Schema[];
  /** Of a call that several definitions share, each told by its type. */
  oneOf?: Schema[];
}

function typesOf(schema: Schema | undefined): unknown[] {
  return [...new Set((schema?.anyOf ?? schema?.oneOf ?? [schema]).map((one) => one?.type))];
}
