import type { ApiDocument, ApiSchema } from '#contract/areas/ops/api-document.ts';

/** One call, as the page lists it. */
export interface ApiRow {
  readonly path: string;
  readonly group: string;
  readonly summary: string;
  readonly permission: string;
  readonly mutates: boolean;
  readonly input: readonly ApiField[];
  readonly answer: readonly ApiField[];
}

export interface ApiField {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

/** The calls of a document whose path, subject or permission has this text in it. */
export function rowsOf(document: ApiDocument, text: string): ApiRow[] {
  const wanted = text.trim().toLowerCase();
  return Object.entries(document.paths)
    .map(([path, { post }]) => ({
      path,
      group: post.tags[0] ?? '',
      summary: post.summary,
      permission: post['x-permission'],
      mutates: post['x-mutates'],
      input: fieldsOf(post.requestBody.content['application/json'].schema),
      answer: fieldsOf(resultOf(post.responses[200].content['application/json'].schema)),
    }))
    .filter((row) => [row.path, row.summary, row.permission].some((one) => one.toLowerCase().includes(wanted)));
}

function resultOf(envelope: ApiSchema): ApiSchema {
  const [answered] = (envelope['anyOf'] ?? []) as ApiSchema[];
  return answered?.properties?.['result'] ?? {};
}

function fieldsOf({ properties = {}, required = [] }: ApiSchema): ApiField[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    required: required.includes(name),
  }));
}

function typeOf(schema: ApiSchema): string {
  const choices = (schema['anyOf'] ?? schema['oneOf'] ?? []) as ApiSchema[];
  if (choices.length > 0) return [...new Set(choices.map(typeOf))].join(' | ');
  if (schema['enum'] !== undefined) return (schema['enum'] as unknown[]).join(' | ');
  if (schema['const'] !== undefined) return String(schema['const']);
  const { type = 'any' } = schema;
  if (type !== 'array') return [type].flat().join(' | ');
  return `${typeOf((schema['items'] ?? {}) as ApiSchema)}[]`;
}
