import { createContext, useContext } from 'react';
import type { RouteRow } from '#src/engine/route-row.ts';
import type { Services } from './services.ts';
import type { SessionEnd } from './session/end-session.ts';

/** What the shell's own parts share. Screens of the areas get theirs from the engine instead. */
export interface App {
  services: Services;
  sessionEnd: SessionEnd;
  /** Every route. Handed down, because a part that imported it would be a new file whenever any screen is. */
  rows: readonly RouteRow[];
}

const Context = createContext<App | null>(null);

export const AppProvider = Context.Provider;

/** The application around this part of the shell. Throws outside of it: a mistake of ours. */
export function useApp(): App {
  const app = useContext(Context);
  if (!app) throw new Error('no AppProvider above this component');
  return app;
}
