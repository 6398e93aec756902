import { createContext, type ReactNode, useContext } from 'react';
import type { Wire } from '#src/wire/wire.ts';

const Context = createContext<Wire | null>(null);

/** Gives every hook below it the wire to call through; mounted once by the app. */
export function WireProvider({ wire, children }: { wire: Wire; children: ReactNode }) {
  return <Context value={wire}>{children}</Context>;
}

/** The wire of this window. Throws where nobody mounted a provider: a mistake of ours. */
export function useWire(): Wire {
  const wire = useContext(Context);
  if (!wire) throw new Error('no WireProvider above this component');
  return wire;
}
