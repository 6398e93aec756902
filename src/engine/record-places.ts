import { type Addressed, type Places, recordAt } from '#contract/kit/place.ts';

// Texts alone: a screen that leads to documents of every area takes none of their definitions along.
const places: Places = Object.assign(
  {},
  ...Object.values(import.meta.glob<Places>('../../contract/areas/*/places.ts', { eager: true, import: 'places' })),
);

/** Where a record of any area is looked at, by the name of its definition; undefined for what has no screen yet. */
export function recordAddress(name: string, of: Addressed): string | undefined {
  const place = places[name];
  return place && recordAt(place, of);
}
