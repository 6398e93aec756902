import { expect, it } from 'vitest';
import { z } from 'zod';
import { callWords } from '#contract/kit/call-words.ts';
import { serveEverything } from '#server/application.ts';
import { permissionKeys } from '#server/areas/access/sync-roles.ts';
import { type Actor, systemActor } from '#server/identity/actor.ts';
import { labelOf } from '#server/kit/input-refusal.ts';
import { Numbers } from '#server/kit/numbering.ts';

const { registry } = serveEverything(new Numbers(undefined as never));
// Nothing is hidden from who holds every key, so that every field is asked about.
const everyone: Actor = { ...systemActor, permissions: new Set(permissionKeys(registry)) };

const keysOf = (schema: z.ZodType): string[] =>
  Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {});

const taken = registry
  .all()
  .flatMap(({ call, input, definition }) =>
    keysOf(typeof input === 'function' ? input(everyone) : input).map((key) => ({ call, definition, key })),
  );

it('whatever a call takes has a name that a refusal may say to a person', () => {
  const unnamed = taken.filter(({ definition, key }) => labelOf(definition, [key]) === key);
  expect(unnamed.map(({ call, key }) => `${key} of ${call.path}`)).toEqual([]);
});

it('no word is left over', () => {
  const keys = new Set([...taken.map(({ key }) => key), 'line_changes']);
  expect(Object.keys(callWords).filter((key) => !keys.has(key))).toEqual([]);
});
