import type { Look } from '../look.ts';

/** One line of text. */
export const textLook: Look = {
  width: 140,
  cell: ({ value, field }) => (typeof value === 'string' ? field.kind.print(value, field) : null),
};

/** Several lines of text. */
export const proseLook: Look = {
  width: 200,
  wide: true,
  cell: ({ value }) => (typeof value === 'string' ? value : null),
};
