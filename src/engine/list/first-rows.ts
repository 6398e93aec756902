import { startTransition, useEffect, useState } from 'react';
import { painted } from '#src/platform/painted.ts';

let awaited = false;

/** The page has been opened on a list whose rows were asked for before its code was there: they come before anything else of it. */
export function awaitFirstRows(): void {
  awaited = true;
}

/**
 * Is a list to draw its rows alone for now? Only the first list of a page load, where its rows are at hand when it is
 * drawn first: everything around them follows once they are painted. While rows are on their way there is time to
 * draw the rest.
 */
export function useRowsFirst(there: boolean): boolean {
  const [alone, setAlone] = useState(() => there && awaited);
  useEffect(() => {
    awaited = false;
    if (!alone) return undefined;
    let left = false;
    void painted().then(() => {
      if (!left) startTransition(() => setAlone(false));
    });
    return () => {
      left = true;
    };
  }, [alone]);
  return alone;
}
