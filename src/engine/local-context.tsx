import { createContext, type ReactNode, use, useContext } from 'react';
import type { Local } from '#src/local/index.ts';

const Context = createContext<(() => Promise<Local>) | null>(null);

/** Gives the screens below it this device's databases, opened when first asked for; mounted once by the app. */
export function LocalProvider({ open, children }: { open: () => Promise<Local>; children: ReactNode }) {
  return <Context value={open}>{children}</Context>;
}

/** Opens this device's databases, for whoever can do without them; null where nobody has given any. */
export function useLocalOpener(): (() => Promise<Local>) | null {
  return useContext(Context);
}

/** This device's databases; suspends while they open, throws where the browser refuses them. `open` must keep its promise. */
export function useLocal(): Local {
  const open = useContext(Context);
  if (!open) throw new Error('no LocalProvider above this component');
  return use(open());
}
