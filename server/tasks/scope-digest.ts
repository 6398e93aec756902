import { createHash } from 'node:crypto';
import type { Actor } from '#server/identity/actor.ts';

/** A data scope in a few characters: the same for the same rules in whatever order they come. */
export function scopeDigest(scope: Actor['scope']): string {
  const rules =
    scope === 'everything'
      ? scope
      : scope
          .map((rule) =>
            JSON.stringify(
              Object.entries(rule)
                .map(([dimension, ids]) => [dimension, [...ids].sort((one, other) => one - other)])
                .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
            ),
          )
          .sort();
  return createHash('sha256').update(JSON.stringify(rules)).digest('base64url');
}
