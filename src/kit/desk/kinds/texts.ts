import { few } from '../few.tsx';
import type { Look } from '../look.ts';

/** A list of codes or numbers. */
export const textsLook: Look = {
  width: 200,
  wide: true,
  cell: ({ value }) => (Array.isArray(value) ? few(value as string[]) : null),
};
