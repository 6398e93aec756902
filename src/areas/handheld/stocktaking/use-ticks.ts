import { useState } from 'react';

/**
 * Which zones of a round are ticked, by code: `atFirst` until a person touches one, from then on what they ticked, whatever
 * is read or lost from sight meanwhile. A later round begins anew.
 */
export function useTicks(
  round: number,
  atFirst: readonly string[],
): { ticked: ReadonlySet<string>; toggle(code: string): void } {
  const [touched, setTouched] = useState<{ round: number; zones: ReadonlySet<string> } | null>(null);
  const ticked = touched && touched.round >= round ? touched.zones : new Set(atFirst);
  const toggle = (code: string) => {
    const zones = new Set(ticked);
    if (!zones.delete(code)) zones.add(code);
    setTouched({ round, zones });
  };
  return { ticked, toggle };
}
