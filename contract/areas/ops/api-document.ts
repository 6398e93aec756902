import { query } from '../../kit/call.ts';

/** A JSON schema, as far as a page reads it. */
export interface ApiSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly required?: readonly string[];
  readonly [word: string]: unknown;
}

interface ApiContent {
  readonly description?: string;
  readonly content: { readonly 'application/json': { readonly schema: ApiSchema } };
}

/** One call in the document. */
export interface ApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  /** The key that it asks for; `login`: any signed-in person; `public`: nobody in particular. */
  readonly 'x-permission': string;
  /** It changes something, and carries an op id. */
  readonly 'x-mutates': boolean;
  readonly parameters: readonly object[];
  readonly security: readonly object[];
  readonly requestBody: ApiContent & { readonly required: boolean };
  readonly responses: { readonly 200: ApiContent };
}

/** What the server answers, as OpenAPI 3.1. */
export interface ApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, { readonly post: ApiOperation }>>;
  readonly components: object;
}

/** Where tools fetch the document by itself, with the same token and key. */
export const apiDocumentFile = '/ops/openapi.json';

/** Every call of the server, as this person may know it: fields behind a key that they lack are left out. */
export const apiDocumentCall = query<Record<string, never>, ApiDocument>({
  service: 'erp',
  path: '/v1/Index/apiDocument',
  access: 'Index:apiView',
});
