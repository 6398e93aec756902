import type { FastifyBodyParser, FastifyInstance } from 'fastify';
import { limits } from '#contract/kit/limits.ts';

/** A body is nested deeper than anything that is asked for: whoever walks through it would run out of stack. */
export class TooDeep extends Error {
  readonly statusCode = 400;
  /** The field of the body that holds it. */
  readonly field: string;

  constructor(field: string) {
    super(`提交的内容嵌套超过 ${limits.bodyDepth} 层`);
    this.field = field;
  }
}

/** Reads JSON as the frame does, and refuses what is nested deeper than `limits.bodyDepth`. */
export function flatJson(app: FastifyInstance): FastifyBodyParser<string> {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request, body, done) => {
    void parse(request, body, (error, value) => {
      const deep = error ? undefined : deepField(value);
      if (deep === undefined) done(error, value);
      else done(new TooDeep(deep));
    });
  };
}

/** The field of a body that is nested deeper than bodies may be; without recursion, or it would be what it looks for. */
function deepField(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const waiting = Object.entries(body).map(([field, value]) => ({ field, value: value as unknown, depth: 1 }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { field, value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= limits.bodyDepth) return field;
    for (const inner of Object.values(value)) waiting.push({ field, value: inner, depth: depth + 1 });
  }
  return undefined;
}
