import type { ReportPlace } from '#contract/areas/purchasing/imperfect-report.ts';
import { getStored, setStored } from '#src/platform/storage.ts';

// All of it belongs to the machine: whoever takes the tablet next finds it as it was.
const ownKey = 'device:warehouse';
const placesKey = 'device:places';

/** The warehouse that this tablet works in; null until somebody says it. */
export function ownPlace(): ReportPlace | null {
  const stored = getStored<ReportPlace>(ownKey);
  return stored.found === 'value' ? stored.value : null;
}

export function setOwnPlace(place: ReportPlace): void {
  setStored(ownKey, place);
}

/** The warehouses that were last offered here, for the time without the network. */
export function knownPlaces(): readonly ReportPlace[] {
  const stored = getStored<ReportPlace[]>(placesKey);
  return stored.found === 'value' ? stored.value : [];
}

export function setKnownPlaces(places: readonly ReportPlace[]): void {
  setStored(placesKey, places);
}

/** What a warehouse is called, as this tablet last heard it. */
export function placeName(id: number): string {
  return [ownPlace(), ...knownPlaces()].find((place) => place?.id === id)?.name ?? `仓库 ${id}`;
}
