import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  type ApiDocument,
  type ApiOperation,
  type ApiSchema,
  apiDocumentCall,
  apiDocumentFile,
} from '#contract/areas/ops/api-document.ts';
import { definitions } from '#contract/definitions.ts';
import { headers } from '#contract/kit/call.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { catalogue, Refusal } from '#contract/kit/errors.ts';
import { type Actor, allows } from '#server/identity/actor.ts';
import { admittedBy, bases, type Frame, refused } from '#server/kit/frame.ts';
import type { Registry, Served } from '#server/kit/registry.ts';
import { readBuild } from '#server/platform/front-end.ts';
import { answerOf, detailOf, schemaOf } from './api-answers.ts';

/** Serves the document of every call to the page that lists them. */
export function serveApiDocument(registry: Registry): void {
  registry.read(apiDocumentCall, z.strictObject({}), async ({ actor }) => documentOf(registry, actor));
}

/** Mounts the same for tools, at an address of its own: same token, same key, no envelope. */
export function mountApiDocument(app: FastifyInstance, registry: Registry, frame: Frame): void {
  app.get(apiDocumentFile, async (request, reply) => {
    try {
      const actor = await admittedBy(frame, request);
      if (!allows(actor, apiDocumentCall.access)) throw new Refusal('forbidden');
      return documentOf(registry, actor);
    } catch (error) {
      const refusal = await refused(frame, request, error);
      reply.code(catalogue[refusal.kind].http);
      return { code: refusal.code, msg: refusal.message, result: null };
    }
  });
}

/** Every call as this person may know it: inputs by the schemas that judge them, answers as far as definitions say them. */
function documentOf(registry: Registry, actor: Actor): ApiDocument {
  const paths = registry
    .all()
    .map(
      (served) => [`${bases[served.call.service]}${served.call.path}`, { post: operationOf(served, actor) }] as const,
    )
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    openapi: '3.1.0',
    info: {
      title: '后台接口',
      version: readBuild() || '0',
      description:
        'Every call is a POST. The answer is HTTP 200 with an envelope whose code is 200, or the code of a refusal; 401 and 403 are HTTP codes too.',
    },
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: headers.authorization } },
      schemas: { refusal: refusal() },
    },
  };
}

function operationOf(served: Served, actor: Actor): ApiOperation {
  const { call, definition } = served;
  const schema = schemaOf(typeof served.input === 'function' ? served.input(actor) : served.input);
  const [, , group = ''] = call.path.split('/');
  return {
    operationId: `${call.service}${call.path.replaceAll('/', '.')}`,
    tags: [group],
    summary: definition?.label ?? detailed(call.path)?.label ?? group,
    'x-permission': call.access,
    'x-mutates': call.mutates,
    parameters: call.mutates
      ? [{ name: headers.opId, in: 'header', required: true, schema: { type: 'string', format: 'uuid' } }]
      : [],
    security: call.access === 'public' ? [] : [{ token: [] }],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      200: {
        description: 'The envelope, or a refusal',
        content: { 'application/json': { schema: enveloped(resultOf(served, actor)) } },
      },
    },
  };
}

function resultOf(served: Served, actor: Actor): ApiSchema {
  const definition = served.call.mutates ? undefined : detailed(served.call.path);
  return definition ? detailOf(definition, actor) : answerOf(served, actor);
}

const detailed = (path: string) => definitions.find((one) => one.calls.detail && callsOf(one).detail.path === path);

const enveloped = (result: ApiSchema): ApiSchema => ({
  anyOf: [
    {
      type: 'object',
      properties: { code: { const: 200 }, msg: { type: 'string' }, result },
      required: ['code', 'msg', 'result'],
    },
    { $ref: '#/components/schemas/refusal' },
  ],
});

function refusal(): ApiSchema {
  const codes = Object.values(catalogue).map(({ code, words }) => ({ const: code, title: words }));
  return {
    type: 'object',
    properties: {
      code: { oneOf: codes },
      msg: { type: 'string' },
      field: { type: 'string', description: 'The path of the offending field' },
      result: { type: 'null' },
    },
    required: ['code', 'msg'],
  };
}
