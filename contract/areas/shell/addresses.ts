import { areas } from '../../areas.ts';
import type { Access } from '../../kit/call.ts';
import type { AnyDefinition } from '../../kit/definition.ts';
import { type Addressed, listAt, type Places, recordAt } from '../../kit/place.ts';

// What has no screen of its own is shown where people look for it.
const places: Places = Object.assign({}, ...areas.map((area) => area.places));

/** Where a record is looked at; undefined for what has no screen yet. */
export function recordAddress(definition: { readonly name: string }, of: Addressed): `/${string}` | undefined {
  const place = places[definition.name];
  return place && recordAt(place, of);
}

/** Where the records of a definition are listed, with these filters as an address carries them. */
export function listAddress(
  definition: { readonly name: string },
  filters: Readonly<Record<string, string | number>> = {},
): `/${string}` | undefined {
  const place = places[definition.name];
  return place && listAt(place, filters);
}

/** The keys without which neither a record nor its screen may be seen. */
export function accessesOf({ calls, name }: AnyDefinition): readonly (Access | undefined)[] {
  const own = (calls.detail ?? calls.list)?.[1];
  const screenOf = places[name]?.screenOf;
  if (screenOf === undefined) return [own];
  const screen = areas.flatMap((area) => area.definitions).find((one) => one.name === screenOf);
  return [own, screen?.calls.list?.[1]];
}
