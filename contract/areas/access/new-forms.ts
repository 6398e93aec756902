import { areas } from '../../areas.ts';
import type { NewFormEntry } from '../../kit/area.ts';

/** Every form for something new that has a page of its own, and the key of its save. */
export const newForms: readonly NewFormEntry[] = areas
  .flatMap((area) => area.newForms ?? [])
  .sort((one, other) => one.order - other.order);
