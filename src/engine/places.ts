import { useLocation } from 'react-router-dom';
import { create } from 'zustand';

/** What the shell knows of the person's screens. */
interface Places {
  /** Does the path belong to an entry of their menu? Advisory: the server decides. */
  readonly mayOpen: (path: string) => boolean;
  /** The path and those of the routes above it, up to the entry of the menu. */
  readonly chainOf: (path: string) => readonly string[];
}

const usePlaces = create<Places>(() => ({ mayOpen: () => true, chainOf: (path) => [path] }));

/** The shell tells it as often as the menu changes; until then every link is one. */
export function setPlaces(places: Places): void {
  usePlaces.setState(places);
}

/** Is this address one that the person may follow? What leads nowhere for them is drawn without a link. */
export function useMayOpen(): (address: string | undefined) => boolean {
  const mayOpen = usePlaces((places) => places.mayOpen);
  return (address) => address !== undefined && mayOpen(address.split('?')[0] ?? '');
}

/** The open screen and those above it. */
export function useScreenChain(): readonly string[] {
  const chainOf = usePlaces((places) => places.chainOf);
  return chainOf(useLocation().pathname);
}
