import { createContext, useContext } from 'react';

/** What the warehouse mode's frame does for its screens. */
export interface HandFrame {
  /** Ends the session and goes to the sign-in page, once a person agrees to what that costs. Scans stay on the device. */
  signOut(): Promise<void>;
}

const Context = createContext<HandFrame | null>(null);

export const HandFrameProvider = Context.Provider;

/** The frame around this screen. Throws outside of it: a mistake of ours. */
export function useHandFrame(): HandFrame {
  const frame = useContext(Context);
  if (!frame) throw new Error('no hand frame above this component');
  return frame;
}
