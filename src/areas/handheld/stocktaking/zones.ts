import type { CountNote, CountPayload } from './scan.ts';

/** The note in a round: another one begins without zones. */
export function inRound(note: CountNote, round: number): CountNote {
  return note.round === round ? note : { round, zones: [] };
}

/** The note after an entry: its zone is being counted (again). An entry of an earlier round says nothing of this one's zones. */
export function afterEntry(note: CountNote, { round, zone }: Pick<CountPayload, 'round' | 'zone'>): CountNote {
  return round < note.round ? note : withZones(inRound(note, round), [zone], false);
}

/** The note with zones of its round marked: `finished` by its person's word, not finished by registering or by another count. */
export function withZones(note: CountNote, zones: readonly string[], finished: boolean): CountNote {
  const others = note.zones.filter((known) => !zones.includes(known.zone));
  return { ...note, zones: [...others, ...zones.map((zone) => ({ zone, finished }))] };
}
