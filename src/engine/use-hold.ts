import { useCallback, useRef, useState } from 'react';

/** One piece of work at a time. */
export interface Hold {
  readonly held: boolean;
  /** Does the work and resolves to what it made; undefined, and nothing done, while another is under way. Throws what the work throws. */
  during<T>(work: () => Promise<T>): Promise<T | undefined>;
}

/** Holds something while work is done on it, from the first moment: the second press of a double click finds it held. */
export function useHold(): Hold {
  const now = useRef(false);
  const [held, setHeld] = useState(false);
  const during = useCallback(async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (now.current) return undefined;
    now.current = true;
    setHeld(true);
    try {
      return await work();
    } finally {
      now.current = false;
      setHeld(false);
    }
  }, []);
  return { held, during };
}
