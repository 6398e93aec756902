import { expect, it } from 'vitest';
import { z } from 'zod';
import { command } from '#contract/kit/call.ts';
import { Registry } from './registry.ts';

interface Weighed {
  id: number;
  weights?: readonly number[];
}
const weigh = command<Weighed, number>({ service: 'erp', path: '/v1/parcel/weigh', access: 'login' });
const id = z.int().min(1);
const handle = async (_context: unknown, asked: Weighed): Promise<number> => asked.weights?.length ?? 0;

// Checked by the compiler: a line that no longer errs is an error itself.
it('a schema that reads something else than its call takes does not compile', () => {
  const served = (add: (registry: Registry) => void): void => {
    const registry = new Registry();
    add(registry);
    expect(registry.all()).toHaveLength(1);
  };
  served((registry) => registry.write(weigh, z.strictObject({ id, weights: z.array(z.int()).optional() }), handle));
  // @ts-expect-error: a key of another type
  served((registry) => registry.write(weigh, z.strictObject({ id, weights: z.array(z.string()) }), handle));
  // @ts-expect-error: a key that is missing
  served((registry) => registry.write(weigh, z.strictObject({ weights: z.array(z.int()) }), handle));
  // @ts-expect-error: a key that may be left out and is forgotten
  served((registry) => registry.write(weigh, z.strictObject({ id }), handle));
  // @ts-expect-error: null where the call knows none
  served((registry) => registry.write(weigh, z.strictObject({ id: id.nullish() }), handle));
});
