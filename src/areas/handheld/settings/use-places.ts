import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ReportPlace, reportPlacesCall } from '#contract/areas/purchasing/imperfect-report.ts';
import { failureOf, read, wordsOf } from '#src/engine/failure.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { useOnline } from '../use-online.ts';
import { knownPlaces, ownPlace, setKnownPlaces, setOwnPlace } from './hand-settings.ts';

/** The warehouse of this tablet and those that may be chosen, also without the network. */
export function usePlaces(uid: number): {
  place: ReportPlace | null;
  places: readonly ReportPlace[];
  trouble: string;
  choose(id: number): void;
} {
  const wire = useWire();
  const online = useOnline();
  const [place, setPlace] = useState(ownPlace);
  const asked = useQuery({
    queryKey: ['hand', 'places', uid],
    queryFn: async ({ signal }) => {
      const { list } = await read(wire, reportPlacesCall, { input: {}, signal });
      setKnownPlaces(list);
      return list;
    },
    enabled: online,
    networkMode: 'always',
  });
  const places = asked.data ?? knownPlaces();
  const failure = failureOf(asked);
  return {
    place,
    places,
    trouble: failure && places.length === 0 ? wordsOf(failure) : '',
    choose(id) {
      const chosen = places.find((one) => one.id === id);
      if (!chosen) return;
      setOwnPlace(chosen);
      setPlace(chosen);
    },
  };
}
