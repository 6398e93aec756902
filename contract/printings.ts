import { areas } from './areas.ts';
import type { Printing } from './kit/printing.ts';

/** How the records of all areas are printed. */
export const printings: readonly Printing[] = areas.flatMap((area) => area.prints ?? []);
